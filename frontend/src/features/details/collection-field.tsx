import { type ComponentProps, useId } from 'react'
import type { useCollectionsFor } from '../../data/library/use-collections-for.ts'
import { Dot, NoDot } from '../../parts/dot.tsx'

type Props = Pick<ComponentProps<'select'>, 'onChange'> & {
  collections: ReturnType<typeof useCollectionsFor>
  value: string
}

/** The collection of a link: its id, or nothing. */
export const CollectionField = ({ collections, value, onChange }: Props) => {
  const id = useId()
  const chosen = collections.find(each => String(each.id) === value)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Collection
      </label>
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center">
          {chosen ? <Dot color={chosen.color} /> : <NoDot />}
        </span>
        <select
          id={id}
          value={value}
          onChange={onChange}
          className="h-11 w-full rounded-control border border-edge bg-surface pr-3 pl-9 text-ui pointer-coarse:text-[1rem]"
        >
          <option value="">No Collection</option>
          {collections.map(({ id: each, name }) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
