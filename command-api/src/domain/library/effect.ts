import {
  type LibraryEvent,
  LinkTexts,
  type TagsBefore,
  textsAfter,
} from '@lectern/contracts/events/library.ts'
import { unpack, unpackTags, type Values } from '@lectern/contracts/events/link-values.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { type Retag, retagOf } from '@lectern/contracts/tags.ts'
import { retagger } from './tags.ts'

export type Effect = {
  readonly linkIds: readonly number[]
  readonly before: Values
  readonly after: Values
}

/** The effect of an act on links; undefined where it did something else, or its event does not remember what was there. */
export const effectOf = ({ type, data }: LibraryEvent): Effect | undefined => {
  switch (type) {
    case 'LinkFavorited':
    case 'LinkUnfavorited': {
      const is = type === 'LinkFavorited'
      return { linkIds: [data.linkId], before: { isFavorite: [!is] }, after: { isFavorite: [is] } }
    }
    case 'LinkArchived':
    case 'LinkUnarchived': {
      const is = type === 'LinkArchived'
      return { linkIds: [data.linkId], before: { isArchived: [!is] }, after: { isArchived: [is] } }
    }
    case 'LinkCollected': {
      const { linkId, collectionId, before } = data
      if (before === null) return undefined
      return {
        linkIds: [linkId],
        before: { collectionId: [before.collectionId] },
        after: { collectionId: [collectionId] },
      }
    }
    case 'LinkEdited': {
      const { linkId, changes, before } = data
      if (before.tags === null) return undefined
      const [had, has] = [fieldsOf(before), fieldsOf(changes)]
      return {
        linkIds: [linkId],
        before: { ...had, texts: LinkTexts.parse(before) },
        after: { ...has, texts: textsAfter(data) },
      }
    }
    case 'LinksEdited': {
      const { links, changes, before } = data
      if (before === null) return undefined
      const linkIds = [...idsIn(links)]
      const had = unpack(before)
      const { isFavorite, isArchived, collectionId, tags } = changes
      const all = <T>(value: T): T[] => Array(linkIds.length).fill(value)
      const retag = retagOf(changes)
      return {
        linkIds,
        before: had,
        after: {
          ...(isFavorite !== undefined && { isFavorite: all(isFavorite) }),
          ...(isArchived !== undefined && { isArchived: all(isArchived) }),
          ...(collectionId !== undefined && { collectionId: all(collectionId) }),
          ...(tags !== undefined && { tags: all(tags) }),
          ...(retag && had.tags && { tags: had.tags.map(retagger(retag)) }),
        },
      }
    }
    case 'TagRenamed':
    case 'TagsMerged':
      return retagEffect(data, { from: data.from, to: data.to, add: [] })
    case 'TagDeleted':
      return retagEffect(data, { from: data.from, to: null, add: [] })
    case 'CollectionDeleted':
      return data.before === null ? undefined : moveOf(data.before.links, data.collectionId, null)
    case 'CollectionRestored':
      return moveOf(data.links, null, data.collectionId)
    case 'ActUndone':
      return data.before === null
        ? undefined
        : { linkIds: [...idsIn(data.links)], before: unpack(data.before), after: unpack(data.restored) }
    default:
      return undefined
  }
}

/** Whether the act gave the link at this place another value. */
export const hasChanged = ({ before, after }: Effect, place: number): boolean =>
  before.isFavorite?.[place] !== after.isFavorite?.[place] ||
  before.isArchived?.[place] !== after.isArchived?.[place] ||
  before.collectionId?.[place] !== after.collectionId?.[place] ||
  (before.texts !== undefined && isOther(before.texts, after.texts)) ||
  (before.tags !== undefined && isOther(before.tags[place], after.tags?.[place]))

const isOther = (a: readonly string[] | LinkTexts | undefined, b: typeof a): boolean =>
  a !== b && JSON.stringify(a) !== JSON.stringify(b)

/** One link's. */
const fieldsOf = ({
  tags,
  collectionId,
}: {
  tags?: string[] | null | undefined
  collectionId?: number | null | undefined
}): Values => ({
  ...(tags && { tags: [tags] }),
  ...(collectionId !== undefined && { collectionId: [collectionId] }),
})

const moveOf = (links: IdRanges, from: number | null, to: number | null): Effect => {
  const linkIds = [...idsIn(links)]
  return {
    linkIds,
    before: { collectionId: linkIds.map(() => from) },
    after: { collectionId: linkIds.map(() => to) },
  }
}

const retagEffect = (
  { links, before }: { links: IdRanges; before: TagsBefore | null },
  retag: Retag,
): Effect | undefined => {
  if (before === null) return undefined
  const tags = unpackTags(before)
  return { linkIds: [...idsIn(links)], before: { tags }, after: { tags: tags.map(retagger(retag)) } }
}
