import { useRef } from 'react'
import { TextField } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const combobox = lazyPart(() => import('./tags-combobox.tsx'))

export type TagsFieldProps = {
  label: string
  optional?: boolean
  hint: string
  error?: string | undefined
  /** Tags separated by commas. */
  value: string
  onChange: (value: string) => void
}

/** A text field for tags, which suggests the tags of the library as soon as that code is loaded. */
export const TagsField = (props: TagsFieldProps) => {
  const plainField = useRef<HTMLInputElement>(null)
  return (
    <combobox.Component
      {...props}
      plainField={plainField}
      fallback={
        <TextField
          {...props}
          ref={plainField}
          autoComplete="off"
          autoCapitalize="none"
          onChange={event => props.onChange(event.target.value)}
        />
      }
    />
  )
}
