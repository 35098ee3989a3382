import type { ActKind } from '@lectern/contracts/api/history.ts'
import {
  type LibraryEvent,
  type LinkTexts,
  type LinkValues,
  textsAfter,
} from '@lectern/contracts/events/library.ts'
import type { NotebookEvent } from '@lectern/contracts/events/notebook.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { countIds, type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { noteTextOf } from '@lectern/contracts/read-model/acts.ts'
import type { ActFacts, ActsTable } from '@lectern/contracts/read-model/tables.ts'
import type { Runs } from '@lectern/contracts/runs.ts'

/** What one event says of its act. */
export type ActPart = {
  readonly kind: ActKind
  readonly links: IdRanges
  /** As ActTopicsTable has them. */
  readonly topics: readonly string[]
  readonly facts: ActFacts
  readonly undo: ActsTable['undo']
  /** The import that it is, or that it is about. */
  readonly importId?: string
  /** The link of this note is that of the act. */
  readonly noteId?: number
  /** The command that it undoes. */
  readonly undoes?: string
}

type Sharing = NonNullable<ActFacts['sharing']>
type Of<Type extends LibraryEvent['type']> = Extract<LibraryEvent, { type: Type }>['data']

/** An act is found by this many tags and collections of each of its events at most. */
const TOPICS_MAX = 1_000
/** Links of an act that are named. */
const NAMED_MAX = 3

export function* firstOf(links: IdRanges): Generator<number> {
  let count = 0
  for (const id of idsIn(links)) {
    if (count++ === NAMED_MAX) return
    yield id
  }
}

/** undefined: the event has no part in an act of its own. */
export const actOf = (event: LibraryEvent | NotebookEvent): ActPart | undefined => {
  const part = partOf(event)
  return part && { ...part, topics: [...new Set(part.topics)].slice(0, TOPICS_MAX) }
}

const partOf = ({ type, data }: LibraryEvent | NotebookEvent): ActPart | undefined => {
  switch (type) {
    case 'LibraryOpened':
      return act('library-opened', [])
    case 'AllowanceChanged':
      return act('plan-changed', [], { plan: { plan: data.plan, limit: data.limit } })
    case 'LinkSaved':
      return { ...act('saved', [data.linkId]), topics: topicsOf(data.tags) }
    case 'LinkFavorited':
      return act('favorited', [data.linkId], {}, 'possible')
    case 'LinkUnfavorited':
      return act('unfavorited', [data.linkId], {}, 'possible')
    case 'LinkArchived':
      return act('archived', [data.linkId], {}, 'possible')
    case 'LinkUnarchived':
      return act('unarchived', [data.linkId], {}, 'possible')
    case 'LinkDeleted':
      return act('deleted', [data.linkId])
    case 'LinksDeleted':
      return asUndoing({ ...act('deleted', data.links), facts: leftFacts(data.left ?? []) }, data.undone)
    case 'LinksBroughtBack': {
      const { links } = data
      const tags = links.flatMap(link => link.tags)
      const topics = topicsOf(tags, [...new Set(links.map(link => link.collectionId))])
      return {
        ...act('saved', toIdRanges(links.map(({ linkId }) => linkId)), { isReturn: true }, 'possible'),
        topics,
      }
    }
    case 'LinksDeletedForGood':
      return act('deleted', data.links, { isForGood: true })
    case 'LinkCollected': {
      const { linkId, collectionId, before } = data
      const facts = { collectionId, ...(before && { collectionBefore: before.collectionId }) }
      const topics = topicsOf([], [collectionId, before?.collectionId])
      return { ...act('moved', [linkId], facts, undoOf(before)), topics }
    }
    case 'LinkEdited':
      return edited(data)
    case 'LinksEdited':
      return linksEdited(data)
    case 'LinkPageProvided':
      return act('page-provided', [data.linkId])
    case 'LinkPageRemoved':
      return act('page-removed', [data.linkId])
    case 'TagRenamed':
      return retagged('tag-renamed', data, data.to)
    case 'TagsMerged':
      return retagged('tags-merged', data, data.to)
    case 'TagDeleted':
      return retagged('tag-deleted', data)
    case 'CollectionCreated':
      return ofCollection('collection-created', data.collectionId)
    case 'CollectionEdited': {
      const { collectionId, changes, before } = data
      const fields = Object.entries(changes) as [keyof typeof changes, string | null][]
      const changed = fields.map(([field, after]) => [field, { before: before?.[field] ?? null, after }])
      const facts = { changes: Object.fromEntries(changed) }
      const edit = ofCollection('collection-edited', collectionId, { facts, undo: undoOf(before) })
      return asUndoing(edit, data.undone)
    }
    case 'CollectionDeleted': {
      const { collectionId, before } = data
      const links = before?.links ?? []
      const facts: ActFacts = data.handover ? { sharing: { what: 'handed-over' } } : {}
      const deletion = ofCollection('collection-deleted', collectionId, {
        links,
        facts,
        undo: undoOf(before),
      })
      return asUndoing(deletion, data.undone)
    }
    case 'CollectionRestored': {
      const { collectionId, links, left, undone } = data
      const facts = leftFacts(left)
      return { ...ofCollection('undone', collectionId, { links, facts, undo: 'possible' }), undoes: undone }
    }
    case 'MemberInvited':
      return shared(data.collectionId, 'invited', data.role)
    case 'InvitationWithdrawn':
      return shared(data.collectionId, 'withdrawn')
    case 'MemberJoined':
      return shared(data.collectionId, 'joined', data.role)
    case 'MemberRoleChanged':
      return shared(data.collectionId, 'role-changed', data.role)
    case 'MemberLeft':
      return shared(data.collectionId, data.how)
    case 'HandoverOffered':
      return shared(data.collectionId, data.memberId === null ? 'offer-withdrawn' : 'offered')
    case 'LinksReceived': {
      const { links, collectionId } = data
      if (links.length === 0) return undefined
      const topics = topicsOf(
        links.flatMap(link => link.tags),
        [collectionId],
      )
      return { ...act('saved', toIdRanges(links.map(({ linkId }) => linkId))), topics }
    }
    case 'SharedLinksFlagged': {
      const { links, isFavorite, isArchived } = data
      const sharing: Sharing = { what: 'flagged', linkCount: countIds(links) }
      const elsewhere = { memberId: data.memberId, links: [...firstOf(links)] }
      return act('collection-edited', [], { sharing, isFavorite, isArchived, elsewhere })
    }
    case 'ImportUndone': {
      const { importId, collections, noteCount, takenBack, left } = data
      const links = toIdRanges([...idsIn(data.links), ...idsIn(takenBack?.links ?? [])])
      const collectionCount = countIds(collections)
      const facts = {
        ...(noteCount > 0 && { noteCount }),
        ...(collectionCount > 0 && { collectionCount }),
        ...(takenBack && { takenBackCount: countIds(takenBack.links) }),
        ...leftFacts(left.links),
      }
      const topics = [
        ...topicsOf([], [...idsIn(collections)]),
        ...(takenBack ? topicsOfValues(takenBack.after) : []),
      ]
      return { ...act('import-undone', links, facts), topics, importId, undoes: importId }
    }
    case 'ActUndone': {
      const { undone, changes, left } = data
      const links = toIdRanges(changes.flatMap(change => [...idsIn(change.links)]))
      const values = changes.flatMap(({ restored, before }) => [restored, before])
      const topics = values.flatMap(each => (each ? topicsOfValues(each) : []))
      const undo = changes.every(({ before }) => before !== null) ? 'possible' : 'forgotten'
      return { ...act('undone', links, leftFacts(left), undo), topics, undoes: undone }
    }
    case 'ShareMade':
      return ofShare(data.renews === undefined ? 'made' : 'renewed', data)
    case 'ShareWithdrawn':
      return ofShare('withdrawn', data)
    case 'ImportRequested':
      return { ...act('imported', [], {}, 'possible'), importId: data.importId }
    case 'NoteTaken': {
      const facts = { noteId: data.noteId, text: noteTextOf(data.content) }
      return { ...act('note-taken', linkOf(data), { ...facts, ...elsewhereOf(data) }), noteId: data.noteId }
    }
    case 'NoteRevised': {
      const { noteId, changes } = data
      const text = changes.content === undefined ? {} : { text: noteTextOf(changes.content) }
      return { ...act('note-revised', [], { noteId, ...text }), noteId }
    }
    case 'NoteDeleted':
      return { ...act('note-deleted', [], { noteId: data.noteId }), noteId: data.noteId }
    case 'HighlightsCleared':
      return act('highlights-cleared', linkOf(data), {
        noteCount: countIds(data.notes),
        ...elsewhereOf(data),
      })
    // They are of the act that asked for the import, or that brought links back.
    case 'ImportStarted':
    case 'LinksImported':
    case 'ImportAdded':
    case 'NotesImported':
    case 'ImportCompleted':
    case 'ImportFailed':
    // They follow from a deletion, or from the undoing of an import.
    case 'NotesOfLinksDeleted':
    case 'ImportedNotesDeleted':
    // They follow from a collection that was handed over.
    case 'NotesMoved':
    // Nothing of the library is left.
    case 'LibraryClosed':
      return undefined
    default:
      return unhandled(type)
  }
}

/** What an import's event adds to its act: the links that it saved or changed. */
export const importedBy = (
  event: LibraryEvent | NotebookEvent,
):
  | { readonly importId: string; readonly links: IdRanges; readonly topics: readonly string[] }
  | undefined => {
  if (event.type === 'ImportAdded') {
    const { importId, links, after } = event.data
    return { importId, links, topics: topicsOfValues(after).slice(0, TOPICS_MAX) }
  }
  if (event.type !== 'LinksImported') return undefined
  const { importId, links, newCollections } = event.data
  const collections = new Set(newCollections.map(({ collectionId }) => collectionId))
  const tags = new Set<string>()
  for (const link of links) {
    if (link.collectionId !== null) collections.add(link.collectionId)
    for (const tag of link.tags) tags.add(tag)
  }
  const topics = [...new Set(topicsOf([...tags], [...collections]))].slice(0, TOPICS_MAX)
  return { importId, links: toIdRanges(links.map(({ linkId }) => linkId)), topics }
}

const act = (
  kind: ActKind,
  links: IdRanges,
  facts: ActFacts = {},
  undo: ActsTable['undo'] = 'final',
): ActPart => ({
  ...{ kind, links, facts, undo, topics: [] },
})

const ofCollection = (
  kind: ActKind,
  collectionId: number,
  { links = [], facts = {}, undo = 'final' }: Partial<Pick<ActPart, 'links' | 'facts' | 'undo'>> = {},
): ActPart => ({
  ...act(kind, links, { collectionId, ...facts }, undo),
  topics: topicsOf([], [collectionId]),
})

const shared = (collectionId: number, what: Sharing['what'], role?: Sharing['role']): ActPart =>
  ofCollection('collection-edited', collectionId, { facts: { sharing: { what, ...(role && { role }) } } })

type OnLink = { readonly linkId: number; readonly of?: { readonly memberId: string } | undefined }

/** The link of a note, where it is of the notebook's own library. */
const linkOf = ({ linkId, of }: OnLink): IdRanges => (of ? [] : [linkId])

/** Its link, where that is of another library. */
const elsewhereOf = ({ linkId, of }: OnLink): ActFacts =>
  of ? { elsewhere: { memberId: of.memberId, links: [linkId] } } : {}
const ofShare = (
  what: NonNullable<ActFacts['share']>['what'],
  { kind, linkId, collectionId }: Of<'ShareWithdrawn'>,
): ActPart => {
  const facts = { share: { what, kind } }
  return collectionId === undefined
    ? act('changed', linkId === undefined ? [] : [linkId], facts)
    : ofCollection('collection-edited', collectionId, { facts })
}

/** An edit or a deletion that takes an act back. */
const asUndoing = (part: ActPart, undone: string | undefined): ActPart =>
  undone === undefined ? part : { ...part, kind: 'undone', undoes: undone }

const leftFacts = (left: IdRanges): ActFacts => (left.length > 0 ? { leftCount: countIds(left) } : {})

/** An act can be undone where its event remembers what was there. */
const undoOf = (before: object | null): ActsTable['undo'] => (before === null ? 'forgotten' : 'possible')

const edited = (data: Of<'LinkEdited'>): ActPart => {
  const { linkId, changes, before } = data
  const after = textsAfter(data)
  const hasOtherTitle = changes.title !== undefined || changes.titleFrom !== undefined
  const texts = {
    ...(hasOtherTitle && {
      title: { before: ownTitle(before), after: ownTitle(after) },
    }),
    ...(changes.url !== undefined && { url: { before: before.url, after: after.url } }),
    ...(changes.note !== undefined && { note: { before: before.note, after: after.note } }),
  }
  const hasTexts = Object.keys(texts).length > 0
  const facts = {
    ...(hasTexts && { changes: texts }),
    ...(changes.tags && tagFacts(changes.tags, before.tags ?? null)),
    ...(changes.collectionId !== undefined && {
      collectionId: changes.collectionId,
      collectionBefore: before.collectionId ?? null,
    }),
  }
  const isMove = !hasTexts && changes.tags === undefined && changes.collectionId !== undefined
  const isTagging = !hasTexts && changes.tags !== undefined && changes.collectionId === undefined
  const { tags = [], addTags = [], removeTags = [] } = facts as ActFacts
  const topics = topicsOf(
    [...tags, ...addTags, ...removeTags],
    [changes.collectionId, changes.collectionId === undefined ? null : before.collectionId],
  )
  const kind = isMove ? 'moved' : isTagging ? 'tagged' : 'edited'
  return { ...act(kind, [linkId], facts, before.tags === null ? 'forgotten' : 'possible'), topics }
}

/** null: lists show the title of the page, and what the event has may never have been seen. */
const ownTitle = ({ titleFrom, title }: LinkTexts) => (titleFrom === 'page' ? null : title)

/** What was added and taken away; where that is not known, or neither, the tags. */
const tagFacts = (tags: readonly string[], before: readonly string[] | null): ActFacts => {
  const [addTags, removeTags] = [less(tags, before ?? tags), less(before ?? [], tags)]
  if (addTags.length + removeTags.length === 0) return { tags }
  return { ...(addTags.length > 0 && { addTags }), ...(removeTags.length > 0 && { removeTags }) }
}

const less = (tags: readonly string[], others: readonly string[]) => tags.filter(tag => !others.includes(tag))

const linksEdited = ({ links, changes, before }: Of<'LinksEdited'>): ActPart => {
  const { collectionId, isFavorite, isArchived, tags, addTags = [], removeTags = [] } = changes
  const hasTags = tags !== undefined || addTags.length + removeTags.length > 0
  const kinds: ActKind[] = [
    ...(collectionId === undefined ? [] : ['moved' as const]),
    ...(isFavorite === undefined ? [] : [isFavorite ? ('favorited' as const) : ('unfavorited' as const)]),
    ...(isArchived === undefined ? [] : [isArchived ? ('archived' as const) : ('unarchived' as const)]),
    ...(hasTags ? ['tagged' as const] : []),
  ]
  const [kind = 'changed'] = kinds.length === 1 ? kinds : []
  const topics = [
    ...topicsOf([...(tags ?? []), ...addTags, ...removeTags], [collectionId]),
    ...(before ? topicsOfValues({ ...before, ...(tags === undefined && { tags: undefined }) }) : []),
  ]
  const [left, ...others] = before?.collectionId ? distinct(before.collectionId) : []
  const isOfOne = collectionId !== undefined && left != null && others.length === 0
  const facts = { ...changes, ...(isOfOne && { collectionBefore: left }) }
  return { ...act(kind, links, facts, undoOf(before)), topics }
}

const retagged = (
  kind: ActKind,
  { from, links, before }: Pick<Of<'TagDeleted'>, 'from' | 'links' | 'before'>,
  to?: string,
): ActPart => ({
  ...act(kind, links, { removeTags: from, ...(to !== undefined && { tagTo: to }) }, undoOf(before)),
  topics: topicsOf(to === undefined ? from : [...from, to]),
})

const topicsOf = (
  tags: readonly string[],
  collections: readonly (number | null | undefined)[] = [],
): string[] => [
  ...tags.map(tag => `t${fold(tag)}`),
  ...collections.flatMap(id => (id == null ? [] : [`c${id}`])),
]

const topicsOfValues = ({
  tags,
  collectionId,
}: { [field in keyof LinkValues]: LinkValues[field] | undefined }) =>
  topicsOf(tags?.names ?? [], collectionId ? distinct(collectionId) : [])

const distinct = (runs: Runs<number | null>) => [
  ...new Set(runs.map(run => (Array.isArray(run) ? run[0] : run))),
]
