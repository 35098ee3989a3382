import { CreateCollectionRequest } from '@lectern/contracts/api/collections.ts'
import { COLLECTION_COLOR_DEFAULT, COLLECTION_PALETTE } from '@lectern/contracts/collections.ts'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { TextField } from '../ui/field.tsx'

const NAMES = ['Blue', 'Red', 'Green', 'Amber', 'Purple', 'Orange', 'Cyan', 'Lime', 'Pink', 'Gray'] as const

type Field = 'name' | 'description' | 'color'
export type Typed = Record<Field, string>

/** The values of a collection's form, and their errors after a submit. */
export const useCollectionFields = (blankName: string, initial: Partial<Typed> = {}) => {
  const [typed, setTyped] = useState<Typed>({
    name: '',
    description: '',
    color: COLLECTION_COLOR_DEFAULT,
    ...initial,
  })
  const [errors, setErrors] = useState<Partial<Typed>>({})
  const set = (field: Field, value: string) => {
    setTyped(before => ({ ...before, [field]: value }))
    setErrors(before => ({ ...before, [field]: undefined }))
  }
  /** Returns the values as the server takes them, or shows the errors and returns null. */
  const check = () => {
    const result = CreateCollectionRequest.safeParse(typed)
    if (result.success) return { ...result.data, description: result.data.description ?? '' }
    const found: Partial<Typed> = {}
    for (const { path, message } of result.error.issues) found[path[0] as Field] ??= message
    if (typed.name.trim() === '') found.name = blankName
    setErrors(found)
    return null
  }
  return { typed, errors, set, check }
}

type Props = Pick<ReturnType<typeof useCollectionFields>, 'typed' | 'errors' | 'set'> & {
  hasDescription: boolean
}

export const CollectionFields = ({ typed, errors, set, hasDescription }: Props) => (
  <>
    <TextField
      label="Collection Name"
      autoComplete="off"
      autoFocus
      value={typed.name}
      error={errors.name}
      onChange={event => set('name', event.target.value)}
    />
    {hasDescription && (
      <TextField
        label="Description"
        optional
        autoComplete="off"
        value={typed.description}
        error={errors.description}
        onChange={event => set('description', event.target.value)}
      />
    )}
    <ColorField value={typed.color} error={errors.color} onChange={color => set('color', color)} />
  </>
)

type ColorProps = { value: string; error: string | undefined; onChange: (color: string) => void }

/** The ten colours of the palette, and a field for any other colour as hex. */
const ColorField = ({ value, error, onChange }: ColorProps) => {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-medium">Color</legend>
      <div className="mb-3 flex flex-wrap gap-2">
        {COLLECTION_PALETTE.map((color, index) => {
          const isChosen = value.toUpperCase() === color
          return (
            <label
              key={color}
              className={cx(
                'grid size-8 cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-marker-ink pointer-coarse:size-11',
                isChosen && 'ring-2 ring-ink ring-offset-2 ring-offset-surface',
              )}
              style={{ background: color }}
            >
              <input
                type="radio"
                name={name}
                aria-label={NAMES[index]}
                className="sr-only"
                checked={isChosen}
                onChange={() => onChange(color)}
              />
              {isChosen && <Check aria-hidden className="text-[#1e1c18]" />}
            </label>
          )
        })}
      </div>
      <TextField
        label="Hex"
        autoComplete="off"
        spellCheck={false}
        className="max-w-40 uppercase"
        value={value}
        error={error}
        onChange={event => onChange(event.target.value)}
      />
    </fieldset>
  )
}
