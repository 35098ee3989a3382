import type { NoteCounts } from '@lectern/contracts/api/notes.ts'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { noteCountsQuery } from '../../data/notes/queries.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import { useKeys } from '../../lib/keyboard/use-keys.ts'
import { BackHeader } from '../../parts/back-header.tsx'
import { useCommandKeys } from '../../parts/commands/use-commands.tsx'
import { ExportNotes } from '../../parts/notes-panel/export-notes.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Screen } from '../../ui/screen.tsx'
import { NotesList } from './notes-list.tsx'
import { useNotesView } from './use-notes-view.ts'

const NO_LIST = { move: () => undefined }

const TABS = [
  ['all', 'All'],
  ['note', 'Notes'],
  ['highlight', 'Highlights'],
  ['quote', 'Quotes'],
] as const

/** /notes: the notes, highlights and quotes of all articles. */
export default function NotesScreen() {
  useCommandKeys({ screen: 'other', link: () => undefined, list: NO_LIST })
  useKeys({ '/': () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus() })
  const { filters, setType, setSearchText } = useNotesView()
  const { data: all } = useQuery(noteCountsQuery(''))
  const { data: found } = useQuery(noteCountsQuery(filters.q))
  const counts = found?.data
  const tab = filters.type ?? 'all'
  return (
    <>
      <BackHeader />
      <Screen title="Notes" className="mx-auto max-w-3xl px-4 pt-7 pb-20 sm:pt-10">
        <div className="flex items-start gap-2">
          <div className="mr-auto">
            <h1 className="text-title">Notes</h1>
            <p className="tabular mt-1.5 min-h-5 text-ink-2">{all && <Summary counts={all.data} />}</p>
          </div>
          {all && all.data.all > 0 && <ExportNotes path="/api/notes/export" hasPrivate />}
        </div>
        <div className="mt-5">
          <SearchField
            label="Search notes"
            placeholder="Search notes and article titles"
            q={filters.q}
            onSearch={setSearchText}
            className="sm:max-w-md"
            inputClassName="pr-11"
          />
        </div>
        <Tabs.Root
          value={tab}
          onValueChange={value => setType(value === 'all' ? null : (value as 'note' | 'highlight' | 'quote'))}
        >
          <Tabs.List
            aria-label="Type"
            className="sticky top-0 z-10 -mx-4 mt-3 mb-4 flex gap-1 overflow-x-auto border-b border-line bg-paper px-4 pt-2"
          >
            {TABS.map(([value, label]) => (
              <Tabs.Trigger
                key={value}
                value={value}
                className="flex min-h-10 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink data-[state=active]:border-marker data-[state=active]:text-ink sm:px-3 pointer-coarse:min-h-11"
              >
                {label}
                {counts && (
                  <span className="tabular text-meta font-normal">{formatCount(counts[value])}</span>
                )}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value={tab} tabIndex={-1} className="outline-none">
            <NotesList filters={filters} total={counts?.[tab]} onClear={() => setSearchText('')} />
          </Tabs.Content>
        </Tabs.Root>
      </Screen>
    </>
  )
}

const Summary = ({ counts }: { counts: NoteCounts }) =>
  [countOf(counts.note, 'note'), countOf(counts.highlight, 'highlight'), countOf(counts.quote, 'quote')].join(
    ' · ',
  )
