import type { CreateCollectionRequest } from '@lectern/contracts/api/collection-requests.ts'
import type { Collection } from '@lectern/contracts/api/collections.ts'
import { COLLECTION_COLOR_DEFAULT, COLLECTION_PALETTE } from '@lectern/contracts/collections.ts'
import { Check } from 'lucide-react'
import { useId } from 'react'
import type { z } from 'zod/mini'
import { cx } from '../ui/cx.ts'
import { FormError, TextField } from '../ui/field.tsx'
import { useSchemaForm } from '../ui/use-schema-form.ts'

const NAMES = ['Blue', 'Red', 'Green', 'Amber', 'Purple', 'Orange', 'Cyan', 'Lime', 'Pink', 'Gray'] as const

type Fields = z.input<typeof CreateCollectionRequest>
type Values = z.output<typeof CreateCollectionRequest>

type FormOptions = {
  initial?: Collection | undefined
  onSubmit: (values: Values, key: string) => Promise<void>
}

/** The form of a collection, new or edited. Two places say differently that the name is missing, so each gives its schema. */
export const useCollectionForm = (
  schema: z.ZodMiniType<Values, Fields>,
  { initial, onSubmit }: FormOptions,
) =>
  useSchemaForm(schema, {
    defaults: {
      name: initial?.name ?? '',
      description: initial?.description ?? '',
      color: initial?.color ?? COLLECTION_COLOR_DEFAULT,
    },
    onSubmit,
  })

type Props = { form: ReturnType<typeof useCollectionForm>; hasDescription: boolean }

export const CollectionFields = ({ form, hasDescription }: Props) => {
  const { register, errors, isSubmitted } = form
  return (
    <>
      <TextField
        label="Collection Name"
        autoComplete="off"
        autoFocus
        error={errors.name}
        {...register('name')}
      />
      {hasDescription && (
        <TextField
          label="Description"
          optional
          autoComplete="off"
          error={errors.description}
          {...register('description')}
        />
      )}
      <ColorField
        value={form.watch('color') ?? ''}
        error={errors.color}
        onChange={color => form.setValue('color', color, { shouldValidate: isSubmitted })}
      />
      <FormError>{errors.root}</FormError>
    </>
  )
}

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
              {isChosen && <Check aria-hidden className="text-on-color" />}
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
