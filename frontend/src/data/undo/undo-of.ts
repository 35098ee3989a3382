import { type Act, namesOf, type ParamsOf, patchOf } from '../acts/kinds.ts'
import type { Link } from '../answers.ts'
import { ownerOf } from '../id.ts'

/** Whose library the command is in that the server takes back; undefined: one's own, which has flags on links of others, too. */
const libraryOf = (act: Act): string | undefined => {
  const { name, params } = act
  if (name === 'favorite' || name === 'archive') return undefined
  if (name === 'editLinks') return isOfFlags(params.updates) ? undefined : params.library
  if (name === 'undo') return params.library
  return name !== 'takeNote' && 'linkId' in params ? ownerOf(params.linkId) : undefined
}

const isOfFlags = ({ isFavorite, isArchived }: ParamsOf<'editLinks'>['updates']): boolean =>
  isFavorite !== undefined || isArchived !== undefined

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
