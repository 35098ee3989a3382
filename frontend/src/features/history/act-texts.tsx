import { ACT_GROUPS, type ActGroup, type ActSource, type HistoryAct } from '@lectern/contracts/api/history.ts'
import { actParts } from '@lectern/contracts/history-sentences.ts'
import { tagSearch } from '@lectern/contracts/tag-search.ts'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { idIn, readerPath } from '../../data/id.ts'
import { formatCount } from '../../lib/format.ts'

export const GROUP_NAMES: Record<ActGroup, string> = {
  saves: 'Saves',
  edits: 'Edits',
  moves: 'Moves',
  flags: 'Favorites and archive',
  tags: 'Tags',
  collections: 'Collections',
  deletions: 'Deletions',
  notes: 'Notes and highlights',
  imports: 'Imports',
  undos: 'Undone changes',
  plan: 'Plan',
}

export const SOURCE_NAMES: Record<ActSource, string> = {
  web: 'Web',
  extension: 'Extension',
  import: 'Import',
  api: 'API',
  system: 'Lectern',
}

export const groupOf = ({ kind }: HistoryAct): ActGroup | undefined =>
  (Object.keys(ACT_GROUPS) as ActGroup[]).find(group =>
    (ACT_GROUPS[group] as readonly HistoryAct['kind'][]).includes(kind),
  )

const IN_TEXT =
  'rounded-[4px] underline decoration-edge decoration-1 underline-offset-3 hover:decoration-current'

type SentenceProps = {
  act: HistoryAct
  collections: ReadonlySet<number>
  /** Whose links and tags it names, where that is somebody else. */
  library?: string | undefined
}

/** The sentence of an act. What it names leads there, where it is still there. */
export const ActSentence = ({ act, collections, library }: SentenceProps) =>
  actParts(act).map((part, index) => {
    const { text, link, collection, tag } = part
    const href =
      link !== undefined
        ? readerPath(idIn(library, link))
        : collection !== undefined && collections.has(collection)
          ? `/dashboard?collection=${collection}`
          : tag !== undefined && library === undefined
            ? `/dashboard?${new URLSearchParams({ q: tagSearch(tag) })}`
            : undefined
    // A sentence names the same thing twice at most, so the place is the name of a part.
    const key = `${index} ${text}`
    const isNamed = link !== undefined || collection !== undefined || tag !== undefined
    if (!href) return isNamed ? <bdi key={key}>{text}</bdi> : <Fragment key={key}>{text}</Fragment>
    return (
      <Link key={key} href={href} className={link === undefined ? IN_TEXT : `${IN_TEXT} font-serif`}>
        <bdi>{text}</bdi>
      </Link>
    )
  })

/** The first links of an act on several, and how many there are besides. */
export const NamedLinks = ({ act: { links, linkCount, library } }: { act: HistoryAct }) => (
  <>
    {links.map(({ id, title, url, isGone }, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        {isGone ? (
          <bdi>{title || url}</bdi>
        ) : (
          <Link href={readerPath(idIn(library, id))} className={IN_TEXT}>
            <bdi>{title || url}</bdi>
          </Link>
        )}
      </Fragment>
    ))}
    {linkCount > links.length && links.length > 0 && ` and ${formatCount(linkCount - links.length)} more`}
  </>
)
