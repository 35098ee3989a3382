import type { UndoAnswer } from '@lectern/contracts/api/links.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import type { Sentence } from '../acts/act.ts'
import type { ParamsOf } from '../acts/kinds.ts'

/** The sentence on an undo: what was restored, and what was left. Without an answer it waits, or its act was never sent. */
export const undoSentence = (
  { isRedo, title }: ParamsOf<'undo'>,
  answer: UndoAnswer | undefined,
): Sentence => {
  const done = isRedo ? 'Redone' : 'Undone'
  const { restoredCount, leftCount } = answer ?? { restoredCount: 1, leftCount: 0 }
  if (answer && leftCount > 0)
    return { title: restoredCount > 0 ? done : `Not ${done.toLowerCase()}`, description: areLeft(answer) }
  if (restoredCount > 1) return { title: done, description: `${countOf(restoredCount, 'link')} restored` }
  return { title: done, ...(title !== undefined && { description: title }) }
}

/** Links that are gone have no title here. */
const areLeft = ({ leftCount, left }: UndoAnswer): string => {
  const isOne = leftCount === 1
  const count = countOf(leftCount, 'link')
  if (left.length === 0) return `${count} ${isOne ? 'was' : 'were'} changed or deleted since.`
  const titles = left.map(({ title }) => title).join(', ')
  const others = leftCount > left.length ? ` and ${formatCount(leftCount - left.length)} more` : ''
  return `${count} ${isOne ? 'was changed since and stays' : 'were changed since and stay'}: ${titles}${others}`
}
