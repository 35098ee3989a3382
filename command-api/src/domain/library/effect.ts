import { type Effect, effectsOf } from '@lectern/contracts/events/effects.ts'
import { type LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { unpack, unpackTags, type Values } from '@lectern/contracts/events/link-values.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { type Retag, retagged } from '@lectern/contracts/tags.ts'

/** An act: its event, the command that led to it and, where somebody else may ask, who gave it. */
export type Act = {
  readonly event: LibraryEvent
  readonly commandId: string
  readonly actorId?: string | undefined
}

/** What an act changed in some links: for each, in this order, the values that it had and those that it got. */
export type Change = {
  readonly linkIds: readonly number[]
  readonly before: Values
  readonly after: Values
}

/** What an act changed in links; undefined where it did something else, or its event does not remember what was there. */
export const changesOf = (event: LibraryEvent): readonly Change[] | undefined => {
  const effects = effectsOf(event).filter(({ kind }) => kind === 'links-changed' || kind === 'links-restored')
  return earlierIn(event)?.map((earlier, n) => ({ ...earlier, after: afterBy(effects[n], earlier) }))
}

type Earlier = Omit<Change, 'after'>

/** undefined as for changesOf */
const earlierIn = ({ type, data }: LibraryEvent): readonly Earlier[] | undefined => {
  switch (type) {
    case 'LinkFavorited':
    case 'LinkUnfavorited':
      return [{ linkIds: [data.linkId], before: { isFavorite: [type === 'LinkUnfavorited'] } }]
    case 'LinkArchived':
    case 'LinkUnarchived':
      return [{ linkIds: [data.linkId], before: { isArchived: [type === 'LinkUnarchived'] } }]
    case 'LinkCollected':
      return data.before === null
        ? undefined
        : [{ linkIds: [data.linkId], before: { collectionId: [data.before.collectionId] } }]
    case 'LinkEdited': {
      const { tags, collectionId } = data.before
      if (tags === null) return undefined
      const before = {
        ...(tags && { tags: [tags] }),
        ...(collectionId !== undefined && { collectionId: [collectionId] }),
        texts: LinkTexts.parse(data.before),
      }
      return [{ linkIds: [data.linkId], before }]
    }
    case 'LinksEdited':
      return data.before === null ? undefined : [of(data.links, unpack(data.before))]
    case 'TagRenamed':
    case 'TagsMerged':
    case 'TagDeleted':
      return data.before === null ? undefined : [of(data.links, { tags: unpackTags(data.before) })]
    case 'CollectionDeleted':
      return data.before === null ? undefined : [inOne(data.before.links, data.collectionId)]
    case 'CollectionRestored':
      return [inOne(data.links, null)]
    case 'ActUndone': {
      const known = data.changes.flatMap(({ links, before }) => (before ? [of(links, unpack(before))] : []))
      return known.length === data.changes.length ? known : undefined
    }
    default:
      return undefined
  }
}

const of = (links: IdRanges, before: Values): Earlier => ({ linkIds: [...idsIn(links)], before })

const inOne = (links: IdRanges, collectionId: number | null): Earlier => {
  const linkIds = [...idsIn(links)]
  return { linkIds, before: { collectionId: linkIds.map(() => collectionId) } }
}

/** Links that a collection left with its deletion have no effect of their own. */
const afterBy = (effect: Effect | undefined, { linkIds, before }: Earlier): Values => {
  if (effect?.kind === 'links-restored') return unpack(effect.values)
  const all = <T>(value: T): T[] => Array(linkIds.length).fill(value)
  if (effect?.kind !== 'links-changed') return { collectionId: all(null) }
  const { isFavorite, isArchived, collectionId, tags, texts } = effect.to
  return {
    ...(isFavorite !== undefined && { isFavorite: all(isFavorite) }),
    ...(isArchived !== undefined && { isArchived: all(isArchived) }),
    ...(collectionId !== undefined && { collectionId: all(collectionId) }),
    ...(tags !== undefined && { tags: all(tags) }),
    ...(effect.retag && before.tags && { tags: retagAll(before.tags, effect.retag) }),
    ...(texts && { texts }),
  }
}

/** Equal lists stay the same array. */
const retagAll = (lists: readonly (readonly string[])[], retag: Retag): string[][] => {
  const known = new Map<readonly string[], string[]>()
  return lists.map(list => {
    const after = known.get(list) ?? retagged(list, retag)
    known.set(list, after)
    return after
  })
}
