import type { ActKind, ToldAct } from './api/history.ts'
import { IMPORT_SOURCES } from './import-sources.ts'
import { PLANS } from './plans.ts'

/** A piece of a sentence. `link`, `collection` or `tag` says what the piece names, so that a screen can make it a link. */
export type ActPart = {
  readonly text: string
  /** The id of a link. */
  readonly link?: number
  /** The id of a collection. */
  readonly collection?: number
  readonly tag?: string
}

type Part = ActPart | string
type Collection = ToldAct['collection']

const TAGS_NAMED = 5

/** Says an act in plain words: 'Moved 214 articles to Databases'. */
export const sayAct = (act: ToldAct): string =>
  actParts(act)
    .map(({ text }) => text)
    .join('')

/** The sentence in pieces, in their order. */
export const actParts = (act: ToldAct): ActPart[] => {
  const parts: ActPart[] = []
  for (const part of act.share ? shared(act, act.share) : SENTENCES[act.kind](act)) {
    const last = parts.at(-1)
    if (typeof part !== 'string') parts.push(part)
    else if (last !== undefined && Object.keys(last).length === 1)
      parts.splice(-1, 1, { text: last.text + part })
    else if (part !== '') parts.push({ text: part })
  }
  return parts
}

const SENTENCES: Record<ActKind, (act: ToldAct) => Part[]> = {
  saved: act => [act.isReturn ? 'Brought back ' : 'Saved ', ...links(act)],
  edited: act => edited(act),
  favorited: act => ['Added ', ...links(act), ' to favorites'],
  unfavorited: act => ['Removed ', ...links(act), ' from favorites'],
  archived: act => ['Archived ', ...links(act)],
  unarchived: act => ['Took ', ...links(act), ' out of the archive'],
  moved: act => moved(act),
  tagged: act => tagged(act),
  changed: act => ['Changed ', ...links(act), ...listed(changesOf(act), ': ')],
  deleted: act => ['Deleted ', ...links(act), act.isForGood ? ' for good' : ''],
  'page-provided': act => ['Provided the page of ', ...links(act)],
  'page-removed': act => ['Removed the provided page of ', ...links(act)],
  'tag-renamed': ({ removeTags = [], tagTo = '' }) => [
    'Renamed ',
    ...theTags(removeTags),
    ' to ',
    tag(tagTo),
  ],
  'tags-merged': ({ removeTags = [], tagTo = '' }) => [
    'Merged ',
    ...theTags(removeTags),
    ' into ',
    tag(tagTo),
  ],
  'tag-deleted': ({ removeTags = [] }) => ['Deleted ', ...theTags(removeTags)],
  'collection-created': act => ['Created the collection ', collection(act.collection)],
  'collection-edited': act => collectionEdited(act),
  'collection-deleted': act => [
    ...[act.sharing ? 'Handed over the collection ' : 'Deleted the collection ', collection(act.collection)],
    ...(act.linkCount > 0 ? [`, which had ${articles(act.linkCount)}`] : []),
  ],
  imported: act => imported(act),
  'note-taken': act => noted(act, { note: 'Took a note on ', highlight: 'Highlighted ', quote: 'Quoted ' }),
  'note-revised': act =>
    noted(act, {
      ...{ note: 'Changed a note on ', highlight: 'Changed a highlight of ' },
      quote: 'Changed a quote from ',
    }),
  'note-deleted': act =>
    noted(act, {
      ...{ note: 'Deleted a note on ', highlight: 'Deleted a highlight of ' },
      quote: 'Deleted a quote from ',
    }),
  'highlights-cleared': act => ['Deleted ', count(act.noteCount ?? 0, 'highlight'), ' of ', ...links(act)],
  undone: act => undone(act),
  'import-undone': act => importUndone(act),
  'library-opened': () => ['Opened the library'],
  'plan-changed': ({ plan }) => [
    plan === undefined
      ? 'Changed the plan'
      : `Changed the plan to ${PLANS[plan.plan].name}: ${plan.limit === null ? 'any number of articles' : `up to ${articles(plan.limit)}`}`,
  ],
}

const PUBLIC_LINKS = {
  made: 'Made a public link to ',
  renewed: 'Renewed the public link to ',
  withdrawn: 'Withdrew the public link to ',
}

const shared = (act: ToldAct, { what, kind }: NonNullable<ToldAct['share']>): Part[] => [
  PUBLIC_LINKS[what],
  ...(kind === 'collection'
    ? ['the collection ', collection(act.collection)]
    : [kind === 'highlights' ? 'the highlights of ' : '', ...links(act)]),
]

const number = new Intl.NumberFormat('en-US')
const count = (n: number, singular: string): string =>
  `${number.format(n)} ${n === 1 ? singular : `${singular}s`}`
const articles = (n: number): string => count(n, 'article')
const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`

const links = ({ linkCount, links: named }: ToldAct): Part[] => {
  const [link] = named
  if (linkCount !== 1) return [articles(linkCount)]
  if (link === undefined) return ['an article']
  return [{ text: quoted(link.title || link.url), ...(!link.isGone && { link: link.id }) }]
}

const collection = (of: Collection): Part =>
  of == null ? 'no collection' : { text: of.name, collection: of.id }

const tag = (name: string): Part => ({ text: `#${name}`, tag: name })

/** 'a, b and c', after `before` where there is anything. */
const listed = (items: readonly Part[][], before = ''): Part[] =>
  items.flatMap((item, n) => [n === 0 ? before : n === items.length - 1 ? ' and ' : ', ', ...item])

const tags = (names: readonly string[]): Part[] => {
  const named = names.slice(0, names.length > TAGS_NAMED + 1 ? TAGS_NAMED : TAGS_NAMED + 1)
  const others = names.length - named.length
  return listed([
    ...named.map(name => [tag(name)]),
    ...(others > 0 ? [[`${number.format(others)} more`]] : []),
  ])
}

const theTags = (names: readonly string[]): Part[] => [
  names.length === 1 ? 'the tag ' : 'the tags ',
  ...tags(names),
]

const moved = (act: ToldAct): Part[] => {
  const { collection: into, collectionBefore: before, linkCount } = act
  if (into != null) return ['Moved ', ...links(act), ' to ', collection(into)]
  if (before != null) return ['Took ', ...links(act), ' out of ', collection(before)]
  return ['Took ', ...links(act), linkCount === 1 ? ' out of its collection' : ' out of their collections']
}

const tagged = (act: ToldAct): Part[] => {
  const { tags: all, addTags = [], removeTags = [] } = act
  if (addTags.length > 0 && removeTags.length > 0)
    return [
      'Changed the tags of ',
      ...links(act),
      ': added ',
      ...tags(addTags),
      ', removed ',
      ...tags(removeTags),
    ]
  if (addTags.length > 0) return ['Tagged ', ...links(act), ' with ', ...tags(addTags)]
  if (removeTags.length > 0) return ['Removed ', ...tags(removeTags), ' from ', ...links(act)]
  if (all === undefined) return ['Changed the tags of ', ...links(act)]
  if (all.length === 0) return ['Removed all tags from ', ...links(act)]
  return ['Set the tags of ', ...links(act), ' to ', ...tags(all)]
}

const FIELDS = { title: 'title', url: 'address', note: 'note' } as const

const edited = (act: ToldAct): Part[] => {
  const { changes = {} } = act
  const { title, url, note } = changes
  const others = changesOf(act)
  const fields = Object.entries(FIELDS).filter(
    ([field]) => changes[field as keyof typeof FIELDS] !== undefined,
  )
  const isOnly = others.length === 0 && fields.length === 1
  if (isOnly && title?.after) {
    const [link] = act.links
    const after = { text: quoted(title.after), ...(link && !link.isGone && { link: link.id }) }
    // The title before was that of the page.
    return ['Renamed ', title.before ? quoted(title.before) : 'an article', ' to ', after]
  }
  if (isOnly && url) return ['Changed the address of ', ...links(act)]
  if (isOnly && note && !note.before) return ['Added a note to ', ...links(act)]
  if (isOnly && note && !note.after) return ['Removed the note of ', ...links(act)]
  if (others.length + fields.length === 0) return ['Edited ', ...links(act)]
  return ['Edited ', ...links(act), ...listed([...fields.map(([, name]) => [name]), ...others], ': ')]
}

/** What an act on one or many links did to their fields besides texts. */
const changesOf = (act: ToldAct): Part[][] => {
  const { collection: into, isFavorite, isArchived, tags: all, addTags = [], removeTags = [] } = act
  return [
    ...(into === undefined ? [] : [into === null ? ['no collection'] : ['moved to ', collection(into)]]),
    ...(isFavorite === undefined ? [] : [[isFavorite ? 'added to favorites' : 'removed from favorites']]),
    ...(isArchived === undefined ? [] : [[isArchived ? 'archived' : 'taken out of the archive']]),
    ...(all === undefined ? [] : [all.length === 0 ? ['no tags'] : ['tags ', ...tags(all)]]),
    ...(addTags.length > 0 ? [['tagged ', ...tags(addTags)]] : []),
    ...(removeTags.length > 0 ? [['without ', ...tags(removeTags)]] : []),
  ]
}

const SHARED = {
  invited: ['Invited somebody to ', ' as '],
  withdrawn: ['Withdrew an invitation to ', ''],
  joined: ['Joined ', ' as '],
  'role-changed': ['Changed the role of a member of ', ' to '],
  removed: ['Removed a member from ', ''],
  left: ['Left ', ''],
  offered: ['Offered an editor to take over ', ''],
  'offer-withdrawn': ['Took back the offer to take over ', ''],
  // Of a deletion.
  'handed-over': ['', ''],
} as const

/** The links are of somebody else's library. */
const flagged = ({ sharing, isFavorite, isArchived }: ToldAct): Part[] => {
  const what = count(sharing?.linkCount ?? 0, 'shared article')
  if (isFavorite !== undefined)
    return [isFavorite ? `Added ${what} to favorites` : `Removed ${what} from favorites`]
  return [isArchived ? `Archived ${what}` : `Took ${what} out of the archive`]
}

const collectionEdited = (act: ToldAct): Part[] => {
  const { collection: of, changes = {}, sharing } = act
  if (sharing?.what === 'flagged') return flagged(act)
  if (sharing) {
    const [before, after] = SHARED[sharing.what]
    return [before, collection(of), ...(sharing.role ? [`${after}${sharing.role}`] : [])]
  }
  const { name, description, color } = changes
  const fields = [name && 'name', description && 'description', color && 'color'].filter(
    each => each !== undefined,
  )
  if (fields.length === 1 && name?.after)
    return name.before
      ? ['Renamed the collection ', name.before, ' to ', { ...partOf(of), text: name.after }]
      : ['Renamed a collection to ', { ...partOf(of), text: name.after }]
  if (fields.length === 1) return [`Changed the ${fields[0]} of the collection `, collection(of)]
  return [
    'Edited the collection ',
    collection(of),
    ...listed(
      fields.map(field => [field]),
      ': ',
    ),
  ]
}

const partOf = (of: Collection) => (of == null ? {} : { collection: of.id })

const from = ({ import: of }: ToldAct): string =>
  of === undefined ? '' : ` from ${IMPORT_SOURCES[of.source].name} (${of.fileName})`

const imported = (act: ToldAct): Part[] => {
  const { status = 'completed', imported: n = act.linkCount } = act.import ?? {}
  if (status === 'waiting') return [`Asked for an import${from(act)}`]
  if (status === 'running') return [`Importing${from(act)}: ${articles(n)} so far`]
  if (status === 'failed') return [`Import${from(act)} broke off after ${articles(n)}`]
  const added = act.import?.added ?? 0
  const more = added === 0 ? '' : `; ${count(added, 'duplicate')} added tags or a folder to what was there`
  return [`Imported ${articles(n)}${from(act)}${more}`]
}

const importUndone = (act: ToldAct): Part[] => {
  const { linkCount, noteCount = 0, collectionCount = 0, takenBackCount = 0 } = act
  const goneCount = linkCount - takenBackCount
  const removed = [
    ...(goneCount > 0 ? [[articles(goneCount)]] : []),
    ...(noteCount > 0 ? [[count(noteCount, 'note')]] : []),
    ...(collectionCount > 0 ? [[count(collectionCount, 'collection')]] : []),
  ]
  const sentence = [`Undid the import${from(act)}`, ...listed(removed, ': ')]
  const back =
    takenBackCount === 0 ? [] : [`; what it had added to ${articles(takenBackCount)} is taken back`]
  return [...sentence, ...(removed.length > 0 ? [' removed'] : []), ...back, ...left(act)]
}

type NoteType = NonNullable<ToldAct['note']>['type']

const noted = (act: ToldAct, says: Record<NoteType, string>): Part[] => [
  says[act.note?.type ?? 'note'],
  // That of another library has no name here.
  ...(act.linkCount === 0 ? ['a shared article'] : links(act)),
]

/** The act that was undone, as a noun. */
const UNDONE: Partial<Record<ActKind, string>> = {
  edited: 'the edit',
  favorited: 'the favorite',
  unfavorited: 'the removal from favorites',
  archived: 'the archiving',
  unarchived: 'the return from the archive',
  moved: 'the move',
  tagged: 'the change of tags',
  changed: 'the change',
  'tag-renamed': 'the renaming of a tag',
  'tags-merged': 'the merging of tags',
  'tag-deleted': 'the deletion of a tag',
  'collection-edited': 'the edit',
  'collection-deleted': 'the deletion',
  saved: 'the saving',
  undone: 'the undoing',
}

const undone = (act: ToldAct): Part[] => {
  const what = UNDONE[act.undone?.kind ?? 'changed'] ?? 'an act'
  const of: Part[] = act.collection
    ? [' of the collection ', collection(act.collection)]
    : act.linkCount > 0
      ? [' of ', ...links(act)]
      : []
  return [`Undid ${what}`, ...of, ...left(act)]
}

const left = ({ leftCount = 0 }: ToldAct): Part[] =>
  leftCount === 0
    ? []
    : leftCount === 1
      ? [`; ${articles(1)} that was changed since stayed as it is`]
      : [`; ${articles(leftCount)} that were changed since stayed as they are`]
