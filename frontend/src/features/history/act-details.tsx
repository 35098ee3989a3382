import type { HistoryAct } from '@lectern/contracts/api/history.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { countOf, formatCount, formatExact } from '../../lib/format.ts'
import { NamedLinks, SOURCE_NAMES } from './act-texts.tsx'

const FIELDS = {
  title: 'Title',
  url: 'Address',
  note: 'Note',
  name: 'Name',
  description: 'Description',
  color: 'Color',
} as const

type Fact = { readonly label: string; readonly value: ReactNode }

/** What was there, and what is there since. */
const Change = ({
  before,
  after,
  nothing = 'Nothing',
}: {
  before: string | null
  after: string | null
  nothing?: string
}) => (
  <>
    <del className="block break-words text-ink-3">
      <span className="sr-only">Before: </span>
      <bdi>{before || nothing}</bdi>
    </del>
    <ins className="block break-words no-underline">
      <span className="sr-only">After: </span>
      <bdi>{after || nothing}</bdi>
    </ins>
  </>
)

const wordsOf = (tags: readonly string[]): string =>
  tags.length === 0 ? 'None' : tags.map(tag => `#${tag}`).join(' ')

const tagFacts = ({ tags, addTags = [], removeTags = [], tagTo }: HistoryAct): Fact[] => [
  ...(tags ? [{ label: 'Tags', value: wordsOf(tags) }] : []),
  ...(addTags.length > 0 ? [{ label: 'Tags added', value: wordsOf(addTags) }] : []),
  ...(removeTags.length > 0 ? [{ label: 'Tags taken away', value: wordsOf(removeTags) }] : []),
  ...(tagTo !== undefined ? [{ label: 'Now', value: `#${tagTo}` }] : []),
]

const fieldFacts = ({ changes = {} }: HistoryAct): Fact[] =>
  Object.entries(FIELDS).flatMap(([field, label]) => {
    const change = changes[field as keyof typeof FIELDS]
    // A link without a title of its own shows that of its page.
    const nothing = field === 'title' ? { nothing: 'The title of the page' } : {}
    return change ? [{ label, value: <Change {...change} {...nothing} /> }] : []
  })

const linkFacts = (act: HistoryAct): Fact[] => {
  const { linkCount, links, collection, collectionBefore, isFavorite, isArchived } = act
  const [link] = links
  const hasMoved = collection !== undefined && linkCount > 0 && act.kind !== 'collection-deleted'
  return [
    ...(linkCount > 1 && link ? [{ label: 'Articles', value: <NamedLinks act={act} /> }] : []),
    ...(linkCount === 1 && link && !act.changes?.url
      ? [{ label: 'Address', value: <span className="break-all">{link.url}</span> }]
      : []),
    ...(hasMoved
      ? [
          {
            label: 'Collection',
            value:
              collectionBefore === undefined ? (
                (collection?.name ?? 'No Collection')
              ) : (
                <Change
                  before={collectionBefore?.name ?? 'No Collection'}
                  after={collection?.name ?? 'No Collection'}
                />
              ),
          },
        ]
      : []),
    ...(isFavorite === undefined ? [] : [{ label: 'Favorite', value: isFavorite ? 'Yes' : 'No' }]),
    ...(isArchived === undefined ? [] : [{ label: 'Archived', value: isArchived ? 'Yes' : 'No' }]),
  ]
}

const noteFacts = ({ note }: HistoryAct): Fact[] =>
  note
    ? [
        {
          label: note.type === 'note' ? 'Note' : note.type === 'quote' ? 'Quote' : 'Highlight',
          value: (
            <>
              <span dir="auto" className="line-clamp-6 border-marker border-l-2 pl-3 whitespace-pre-line">
                {note.text}
              </span>
              {note.isGone && <span className="text-ink-3">Deleted since.</span>}
            </>
          ),
        },
      ]
    : []

const importFacts = ({ import: of }: HistoryAct): Fact[] => {
  if (!of) return []
  const numbers = [
    `${formatCount(of.imported)} imported`,
    countOf(of.duplicates, 'duplicate'),
    ...(of.skipped > 0 ? [`${formatCount(of.skipped)} skipped`] : []),
    `${formatCount(of.failed)} failed`,
  ]
  return [
    {
      label: 'Ledger',
      value: (
        <>
          <span className="tabular">{numbers.join(' · ')}</span>{' '}
          <Link href={`/import/${of.id}`} className="underlined rounded-[4px]">
            See every row
          </Link>
        </>
      ),
    },
  ]
}

const UNDO_WORDS = {
  possible: undefined,
  undone: 'This was undone.',
  final: 'This cannot be undone.',
  forgotten: 'This cannot be undone: what was there before was not written down then.',
} as const

/** A past includes the acts of its moment. An import is dated when it was asked for, and its articles came later. */
const whenOf = ({ kind }: HistoryAct) => (kind === 'imported' ? 'before' : 'after')

/** Everything that is known of an act. */
export const ActDetails = ({ act }: { act: HistoryAct }) => {
  const [link] = act.links
  const undo = UNDO_WORDS[act.undo]
  const facts: Fact[] = [
    ...fieldFacts(act),
    ...linkFacts(act),
    ...tagFacts(act),
    ...noteFacts(act),
    ...importFacts(act),
    { label: 'When', value: `${formatExact(act.at)} · ${SOURCE_NAMES[act.via]}` },
    ...(undo ? [{ label: 'Undo', value: undo }] : []),
  ]
  return (
    <>
      <dl className="mt-3 grid gap-x-4 gap-y-1.5 rounded-control border border-line bg-surface px-3.5 py-3 text-meta sm:grid-cols-[7rem_minmax(0,1fr)]">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="min-w-0 text-ink max-sm:mb-1.5">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-meta">
        {act.linkCount === 1 && link && (
          <Link href={`/history?link=${link.id}`} className="underlined rounded-[4px] text-ink-2">
            Everything that happened to this article
          </Link>
        )}
        <Link href={`/dashboard?at=${act.at}`} className="underlined rounded-[4px] text-ink-2">
          See the library as it was {whenOf(act)} this
        </Link>
      </p>
    </>
  )
}
