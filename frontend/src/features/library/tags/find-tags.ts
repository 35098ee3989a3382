import { fold } from '@lectern/contracts/fold.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import type { CountedTag } from '../../../data/tags/fold.ts'

type Known = CountedTag & { readonly folded: string }

export const toKnown = (tags: readonly CountedTag[]): Known[] =>
  tags.map(each => ({ ...each, folded: fold(each.tag) }))

/** The tags that contain the text, those that begin with it first. */
export const findTags = (known: readonly Known[], text: string): Known[] => {
  const wanted = fold(text).trim().replace(/^#/, '')
  const matching = known.filter(({ folded }) => folded.includes(wanted))
  const isFirst = ({ folded }: Known) => wanted !== '' && folded.startsWith(wanted)
  return [...matching.filter(isFirst), ...matching.filter(each => !isFirst(each))]
}

/** Where one was in the list: what was typed, and the row and the tag that had the focus. */
export type ListPlace = { readonly text: string; readonly row: number; readonly tag: string }

/** The text and the row to go on from after an act: at the tag, or beside where it was. */
export const goOnFrom = (known: readonly Known[], { text, row, tag }: ListPlace) => {
  const rowOf = (found: readonly Known[]) => found.findIndex(each => tagKey(each.tag) === tagKey(tag))
  const found = findTags(known, text)
  if (rowOf(found) >= 0) return { text, row: rowOf(found) }
  const isElsewhere = rowOf(known) >= 0
  if (isElsewhere || found.length === 0) return { text: '', row: Math.max(0, rowOf(known)) }
  return { text, row: Math.min(row, found.length - 1) }
}
