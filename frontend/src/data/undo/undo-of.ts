import type { Link } from '@lectern/contracts/api/links.ts'
import { type Act, namesOf, type ParamsOf, patchOf } from '../acts/kinds.ts'

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
