import { ACT_GROUPS, type ActGroup, ActSource, type HistoryMonths } from '@lectern/contracts/api/history.ts'
import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useCollections } from '../../data/library/use-collections.ts'
import { useTags } from '../../data/library/use-tags.ts'
import { formatCount } from '../../lib/format.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { GROUP_NAMES, SOURCE_NAMES } from './act-texts.tsx'
import type { HistoryFilters } from './api.ts'
import { fullNameOfMonth } from './days.ts'
import type { useHistoryView } from './use-history-view.ts'

type View = ReturnType<typeof useHistoryView>

const CONTROL =
  'h-9 min-w-0 rounded-control border border-edge bg-surface px-2.5 text-ui pointer-coarse:h-11 pointer-coarse:text-[1rem]'

/** The filters beside the search and the kind, which a button unfolds. */
const FOLDED = [
  'via',
  'collection',
  'tag',
  'from',
  'to',
  'import',
] as const satisfies (keyof HistoryFilters)[]

export const countFolded = (filters: HistoryFilters): number => FOLDED.filter(name => filters[name]).length

export const hasFilters = (filters: HistoryFilters): boolean =>
  countFolded(filters) > 0 || filters.kind !== null || filters.q !== ''

type Props = View & { months: HistoryMonths['months'] | undefined }

/** The search, and everything that chooses among the acts. */
export const Filters = ({ wanted, set, clear, months }: Props) => {
  const { filters, month } = wanted
  const count = countFolded(filters)
  const panel = useId()
  const [isOpen, setOpen] = useState(count > 0)
  return (
    <div className="mt-5 mb-6">
      <div className="flex flex-wrap items-center gap-2.5">
        <SearchField
          label="Search the history"
          placeholder="Search titles, addresses, tags and collections"
          q={filters.q}
          onSearch={q => set({ q }, true)}
          shortcut="/"
          className="min-w-0 flex-1 basis-64 max-sm:basis-full"
          inputClassName="pr-11"
          whenEmpty={
            <span aria-hidden className="mr-2.5 pointer-coarse:hidden">
              <Kbd>/</Kbd>
            </span>
          }
        />
        <select
          aria-label="Kind"
          value={filters.kind ?? ''}
          onChange={event => set({ kind: event.target.value })}
          className={`${CONTROL} max-sm:flex-1 max-sm:basis-0`}
        >
          <option value="">All changes</option>
          {(Object.keys(ACT_GROUPS) as ActGroup[]).map(group => (
            <option key={group} value={group}>
              {GROUP_NAMES[group]}
            </option>
          ))}
        </select>
        <Button
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
          className="px-3.5"
        >
          <SlidersHorizontal aria-hidden />
          <span className="max-sm:sr-only">Filters</span>
          {count > 0 && <span className="tabular text-ink-2">{count}</span>}
        </Button>
        {months && months.length > 1 && (
          <select
            aria-label="Jump to month"
            value={month}
            onChange={event => set({ month: event.target.value })}
            className={`${CONTROL} max-sm:flex-1 max-sm:basis-0 lg:hidden`}
          >
            <option value="">Newest first</option>
            {months.map(each => (
              <option key={each.month} value={each.month}>
                {`${fullNameOfMonth(each.month)} (${formatCount(each.count)})`}
              </option>
            ))}
          </select>
        )}
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <Panel filters={filters} set={set} clear={clear} />}
      </div>
    </div>
  )
}

const Panel = ({ filters, set, clear }: Pick<View, 'set' | 'clear'> & { filters: HistoryFilters }) => {
  const collections = useCollections()
  const { via, collection, from, to } = filters
  const isGone = collection !== null && !collections.some(({ id }) => id === collection)
  return (
    <div className="mt-3 grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 min-[28rem]:grid-cols-2 md:grid-cols-3">
      <Labelled label="Source">
        {id => (
          <select
            id={id}
            value={via ?? ''}
            onChange={event => set({ via: event.target.value })}
            className={CONTROL}
          >
            <option value="">Any source</option>
            {ActSource.options.map(source => (
              <option key={source} value={source}>
                {SOURCE_NAMES[source]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Collection">
        {id => (
          <select
            id={id}
            value={collection ?? ''}
            onChange={event => set({ collection: event.target.value })}
            className={CONTROL}
          >
            <option value="">Any collection</option>
            {isGone && <option value={collection}>A deleted collection</option>}
            {collections.map(({ id: each, name }) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <TagField key={filters.tag} tag={filters.tag} onChoose={tag => set({ tag })} />
      <Labelled label="From">
        {id => <DayInput id={id} value={from} max={to} onChange={day => set({ from: day })} />}
      </Labelled>
      <Labelled label="To">
        {id => <DayInput id={id} value={to} min={from} onChange={day => set({ to: day })} />}
      </Labelled>
      {hasFilters(filters) && (
        <div className="flex items-end">
          <Button look="ghost" className="px-3" onClick={clear}>
            Clear filters
          </Button>
        </div>
      )}
      {filters.import && (
        <p className="col-span-full text-meta text-ink-2">
          Only what belongs to one import.{' '}
          <button type="button" className="underlined rounded-[4px]" onClick={() => set({ import: '' })}>
            Show all
          </button>
        </p>
      )}
    </div>
  )
}

const Labelled = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-meta font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

type DayInputProps = Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (day: string) => void }

const DayInput = ({ onChange, ...input }: DayInputProps) => (
  <input type="date" {...input} onChange={event => onChange(event.target.value)} className={CONTROL} />
)

/** A tag, also one that no link has any more. It is chosen with Enter, from the list or when the field is left. */
const TagField = ({ tag, onChoose }: { tag: string; onChoose: (tag: string) => void }) => {
  const { tags } = useTags()
  const [text, setText] = useState(tag)
  const names = useId()
  const choose = (wanted: string) => {
    const name = wanted.trim().replace(/^#/, '')
    if (name !== tag) onChoose(name)
  }
  return (
    <Labelled label="Tag">
      {id => (
        <>
          <input
            id={id}
            list={names}
            value={text}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Any tag"
            onChange={event => {
              setText(event.target.value)
              // The choice of an entry types the whole name at once.
              if (tags?.some(each => each.tag === event.target.value) && !('data' in event.nativeEvent))
                choose(event.target.value)
            }}
            onKeyDown={event => event.key === 'Enter' && choose(text)}
            onBlur={() => choose(text)}
            className={`${CONTROL} placeholder:text-ink-3`}
          />
          <datalist id={names}>
            {tags?.slice(0, 200).map(each => (
              <option key={each.tag} value={each.tag} />
            ))}
          </datalist>
        </>
      )}
    </Labelled>
  )
}
