import { type Act, namesOf } from '../acts/kinds.ts'
import type { Change } from './messages.ts'
import { isNaming, isUndoing, withoutLink } from './names.ts'

type Collapse =
  | ({ readonly to: 'change'; readonly act: Act } & Change)
  /** The second act takes the first one back. */
  | { readonly to: 'nothing'; readonly act: Act; readonly cancelled: Act }

/** What no longer needs to be made, with all acts on it. Acts on many links go on without it. */
const vanished = (acts: readonly Act[], made: Act): Change => {
  const stored: Act[] = []
  const removed: Act[] = [made]
  for (const act of acts) {
    if (act === made || !isNaming(act, -made.seq)) continue
    const rest = withoutLink(act, -made.seq)
    if (rest) stored.push(rest)
    else removed.push(act)
  }
  return { stored, removed }
}

/** Whether this act deletes what the other one would make. */
const isDeleting = (act: Act, other: Act): boolean => {
  const { seq, name, params } = other
  if (act.name === 'undo') return act.params.saves !== undefined && isUndoing(act, other)
  if (act.name === 'deleteNote') return act.params.noteId === -seq
  if (act.name === 'deleteLink') return act.params.linkId === -seq
  if (act.name === 'deleteLinks') return act.params.linkIds.includes(-seq)
  return (
    act.name === 'clearHighlights' &&
    name === 'takeNote' &&
    params.type === 'highlight' &&
    params.linkId === act.params.linkId
  )
}

/** A note with a later revision of it; null where the acts are no such pair. */
const merged = (first: Act, later: Act): Act | null => {
  if (later.name !== 'reviseNote') return null
  const { noteId, content, color, isPrivate, shared } = later.params
  const changes = {
    ...(content !== undefined && { content }),
    ...(color !== undefined && { color }),
    ...(isPrivate !== undefined && { isPrivate }),
    ...(shared !== undefined && { shared }),
  }
  if (first.name === 'takeNote' && noteId === -first.seq) {
    const { type, content: taken } = first.params
    // The server takes the first content of a highlight or quote for the marked words, and not its later ones.
    const selectedText = first.params.selectedText ?? (type === 'note' ? null : taken)
    return { ...first, params: { ...first.params, selectedText, ...changes } }
  }
  if (first.name !== 'reviseNote' || first.params.noteId !== noteId) return null
  const { basedOn = later.params.basedOn, was = later.params.was } = first.params
  return {
    ...first,
    params: { ...first.params, ...changes, ...(basedOn && { basedOn }), ...(was && { was }) },
  }
}

const flagOf = (act: Act): boolean | undefined => {
  if (act.name === 'favorite') return act.params.isFavorite
  return act.name === 'archive' ? act.params.isArchived : undefined
}

/** Whether a flag is set and taken back, and was the other way before. */
const isToggledBack = (first: Act, later: Act): boolean => {
  const before = first.links?.[0]
  const was = first.name === 'favorite' ? before?.isFavorite : before?.isArchived
  return (
    first.name === later.name &&
    flagOf(first) !== undefined &&
    namesOf(first).links?.[0] === namesOf(later).links?.[0] &&
    flagOf(first) === !flagOf(later) &&
    was === flagOf(later)
  )
}

/**
 * The next pair of waiting acts of which the later one changes or deletes what the earlier one does, so that less is sent.
 * Both must certainly not have been sent: otherwise they are sent one after the other.
 * @param acts that wait, in order
 */
export const findCollapse = (acts: readonly Act[], isUnsent: (act: Act) => boolean): Collapse | undefined => {
  const unsent = acts.filter(isUnsent)
  for (const later of unsent)
    for (const first of unsent) {
      if (first.seq >= later.seq) break
      if (isDeleting(later, first)) return { to: 'change', act: later, ...vanished(acts, first) }
      if (
        first.name === 'reviseNote' &&
        later.name === 'deleteNote' &&
        first.params.noteId === later.params.noteId
      )
        return { to: 'change', act: later, stored: [], removed: [first] }
      const one = merged(first, later)
      if (one) return { to: 'change', act: later, stored: [one], removed: [later] }
      if (!isToggledBack(first, later)) continue
      const between = acts.filter(({ seq }) => seq > first.seq && seq < later.seq)
      const links = namesOf(first).links ?? []
      const isApart = between.map(namesOf).every(names => {
        const isOnLink = names.all || names.links?.some(id => links.includes(id))
        return names.notes !== undefined || !isOnLink
      })
      if (isApart) return { to: 'nothing', act: later, cancelled: first }
    }
  return undefined
}
