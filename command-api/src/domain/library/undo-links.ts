import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LinkFields } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkTexts, LinkValues } from '@lectern/contracts/events/library.ts'
import { valuesAt } from '@lectern/contracts/events/link-values.ts'
import { toIdRanges } from '@lectern/contracts/id-ranges.ts'
import { toRuns } from '@lectern/contracts/runs.ts'
import { beforeIfFits, fits } from './before.ts'
import { type Act, changesOf } from './effect.ts'
import { sees } from './sharing/seen.ts'
import type { Library, LinkState } from './state.ts'
import { packTags } from './tags.ts'

type Undo = { readonly known: Act; readonly by?: string | undefined; readonly now: string }

/** Gives links back the values that they had before an act. @throws Rejected not-undoable, too-large-to-undo */
export const undoOnLinks = (undo: Undo, library: Library): LibraryEvent[] => {
  const { known, now } = undo
  const { back, left } = planUndo(undo, library)
  if (back.length === 0) return []
  const restored = back.map(group => ({
    links: toIdRanges(group.map(({ linkId }) => linkId)),
    restored: pack(group.map(({ was }) => was)),
  }))
  const data = { undone: known.commandId, left: toIdRanges(left), at: now }
  if (!fits({ ...data, changes: restored })) throw new Rejected('too-large-to-undo')
  const before = beforeIfFits(
    back.map(group => pack(group.map(({ is }) => is))),
    { ...data, changes: restored },
  )
  const changes = restored.map((change, n) => ({ ...change, before: before?.[n] ?? null }))
  return [{ type: 'ActUndone', data: { ...data, changes } }]
}

type Fields = Partial<LinkFields>
type OfLink = { readonly linkId: number; readonly was: Fields; readonly is: Fields }
/** Links, in ascending order of ids, that get the same fields back: the values that they had, and those that they have now. */
type Back = readonly OfLink[]

/**
 * A field gets back its value from before the act where it still has the one that the act gave it. `left` are links in which another
 * field of the act stays as it is, those that are gone, and those that a member sees no more, unless they come back from no collection.
 * @throws Rejected not-undoable
 */
export const planUndo = (
  { known: { event }, by, now }: Undo,
  library: Library,
): { back: Back[]; left: number[] } => {
  const changes = changesOf(event)
  if (changes === undefined) throw new Rejected('not-undoable')
  const groups = new Map<string, OfLink[]>()
  const left: number[] = []
  for (const { linkIds, before, after } of changes)
    for (const [place, linkId] of linkIds.entries()) {
      const [had, got] = [partsOf(valuesAt(before, place)), partsOf(valuesAt(after, place))]
      const changed = PARTS.filter(part => !isSame(had[part], got[part]))
      if (changed.length === 0) continue
      const link = library.links.get(linkId)
      const has = link && partsOf(fieldsOf(link))
      const goes = changed.filter(
        part => has && isSame(has[part], got[part]) && (part !== 'collectionId' || isThere(had, library)),
      )
      const comesBack =
        link?.collectionId === null && had.collectionId != null && goes.includes('collectionId')
      const isHidden = by !== undefined && !comesBack && !sees(library, by, linkId, now)
      if (isHidden || goes.length < changed.length) left.push(linkId)
      if (!link || isHidden || goes.length === 0) continue
      const was = withParts(fieldsOf(link), had, goes)
      const fields = Object.keys(was) as (keyof LinkFields)[]
      const is = Object.fromEntries(fields.map(field => [field, fieldsOf(link)[field]]))
      const group = groups.get(fields.join()) ?? []
      groups.set(fields.join(), group)
      group.push({ linkId, was, is })
    }
  const back = [...groups.values()].map(group => group.toSorted((a, b) => a.linkId - b.linkId))
  return { back, left }
}

/** A link does not go back into a collection that is gone. */
const isThere = ({ collectionId }: Parts, { collections }: Library): boolean =>
  collectionId == null || collections.has(collectionId)

const fieldsOf = ({ texts, tags, favorite, archived, collectionId }: LinkState): LinkFields => ({
  ...{ texts, tags: [...tags], isFavorite: favorite, isArchived: archived, collectionId },
})

/** Parts of a link that people change independently. An address has its key, and the page that was provided for it. */
type Parts = Omit<Fields, 'texts'> & {
  readonly address?: readonly [url: string, urlKey: string, ownArticle: string | null]
  readonly title?: readonly [title: string, from: LinkTexts['titleFrom']]
  readonly note?: string | null
}
const PARTS = ['isFavorite', 'isArchived', 'collectionId', 'tags', 'address', 'title', 'note'] as const

const partsOf = ({ texts, ...others }: Fields): Parts => ({
  ...others,
  ...(texts && {
    address: [texts.url, texts.urlKey, texts.ownArticle ?? null],
    title: [texts.title, texts.titleFrom],
    note: texts.note,
  }),
})

const isSame = (a: Parts[keyof Parts], b: Parts[keyof Parts]): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** The fields of a link that change where these parts get their earlier values. Texts are whole. */
const withParts = (link: LinkFields, had: Parts, goes: readonly (keyof Parts)[]): Fields => {
  const { address, title, note, ...others } = Object.fromEntries(goes.map(part => [part, had[part]])) as Parts
  if (!goes.some(part => part === 'address' || part === 'title' || part === 'note')) return others
  const texts = {
    ...link.texts,
    ...(address && { url: address[0], urlKey: address[1] }),
    ...(address && (address[2] ?? link.texts.ownArticle) && { ownArticle: address[2] }),
    ...(title && { title: title[0], titleFrom: title[1] }),
    ...(note !== undefined && { note }),
  }
  return { ...others, texts }
}

/** These have the same fields. Texts are those of a single link. */
const pack = (links: readonly Fields[]): LinkValues => {
  const [first = {}] = links
  const bits = (field: 'isFavorite' | 'isArchived') => toRuns(links.map(link => (link[field] ? 1 : 0)))
  return {
    ...(first.isFavorite !== undefined && { isFavorite: bits('isFavorite') }),
    ...(first.isArchived !== undefined && { isArchived: bits('isArchived') }),
    ...(first.collectionId !== undefined && {
      collectionId: toRuns(links.map(({ collectionId = null }) => collectionId)),
    }),
    ...(first.tags && { tags: packTags(links.map(({ tags = [] }) => tags)) }),
    ...(first.texts && { texts: first.texts }),
  }
}
