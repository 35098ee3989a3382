import { type Act, namesOf, type ParamsOf, patchOf } from '../acts/kinds.ts'
import { nameLinks } from '../acts/named-links.ts'
import type { Link } from '../answers.ts'
import { ownerOf } from '../id.ts'

/** Whose library the act is in; undefined: one's own. */
const libraryOf = ({ name, params }: Act): string | undefined => {
  if ('library' in params) return params.library
  return name !== 'takeNote' && 'linkId' in params ? ownerOf(params.linkId) : undefined
}

/**
 * The acts that set flags on links of others as they were; undefined for every other act. These flags are the person's own, so that
 * no command in the library of the links can be taken back.
 */
export const flagsBack = (act: Act): ParamsOf<'editLinks'>[] | undefined => {
  const library = libraryOf(act)
  const flags =
    act.name === 'favorite' || act.name === 'archive'
      ? Object.keys(act.params)
      : act.name === 'editLinks'
        ? Object.keys(act.params.updates)
        : []
  const flag = (['isFavorite', 'isArchived'] as const).find(each => flags.includes(each))
  if (library === undefined || !flag) return undefined
  const { restored } = undoOf(act).params
  return [true, false].flatMap(value => {
    const ids = restored.flatMap(each => (each[flag] === value ? each.id : []))
    const byKey = true
    return ids.length > 0 ? { linkIds: nameLinks(ids), library, updates: { [flag]: value }, byKey } : []
  })
}

/** The act that takes this one back, and its links as they are now: what `Outbox.act` takes. */
export const undoOf = (act: Act): { params: ParamsOf<'undo'>; links: readonly Link[] } => {
  const names = namesOf(act)
  const change = patchOf(act).link
  const changed = (act.links ?? []).flatMap(before => {
    const after = change?.(before)
    return after && after !== before ? [{ before, after }] : []
  })
  return {
    params: {
      undone: act.key,
      names,
      library: libraryOf(act),
      restored: changed.map(({ before, after }) => fieldsLost(before, after)),
      title: names.links?.length === 1 ? act.links?.[0]?.title : undefined,
      isRedo: act.name === 'undo' && !act.params.isRedo,
    },
    links: changed.map(({ after }) => after),
  }
}

const fieldsLost = (before: Link, after: Link): Partial<Link> & Pick<Link, 'id'> => {
  const lost = Object.entries(before).filter(([field, value]) => after[field as keyof Link] !== value)
  return { ...Object.fromEntries(lost), id: before.id }
}
