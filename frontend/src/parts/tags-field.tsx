import { type KeyboardEvent, useRef } from 'react'
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
  /** The tags to suggest in place of all of the library, also before anything is typed. */
  offered?: readonly string[]
  /** Has the focus when its dialog opens. */
  'data-focus-first'?: true | undefined
}

/** A text field for tags, which suggests the tags of the library as soon as that code is loaded. */
export const TagsField = ({ offered, ...props }: TagsFieldProps) => {
  const plainField = useRef<HTMLInputElement>(null)
  return (
    <combobox.Component
      {...props}
      {...(offered && { offered })}
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

/** For the keys of a form with a field of tags: Enter saves at once, unless it takes a suggestion. The field alone would only close its list. */
export const saveOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  if (target.getAttribute('aria-activedescendant')) return
  event.preventDefault()
  // While the form is being sent, its button is disabled.
  if (!currentTarget.querySelector<HTMLButtonElement>('[type=submit]')?.disabled)
    currentTarget.requestSubmit()
}
