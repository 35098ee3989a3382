import { type ComponentProps, useId } from 'react'

type Props = ComponentProps<'select'> & { label: string; options: Readonly<Record<string, string>> }

/** A list to choose one of, under its label. */
export const Choice = ({ label, options, ...select }: Props) => {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select
        id={id}
        className="h-11 w-full rounded-control border border-edge bg-surface px-3 pointer-coarse:text-[1rem]"
        {...select}
      >
        {Object.entries(options).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
