import type { UndoAnswer } from '@lectern/contracts/api/undo.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import type { Sentence } from '../acts/act.ts'
import type { ParamsOf } from '../acts/kinds.ts'

/** The sentence on an undo: what was restored, and what was left. Without an answer it waits, or its act was never sent. */
export const undoSentence = (
  { isRedo, title, saves, left = 0, names }: ParamsOf<'undo'>,
  answer: UndoAnswer | undefined,
): Sentence => {
  if (saves) return unsavedSentence(names.links?.length ?? 0, left, title)
  const done = isRedo ? 'Redone' : 'Undone'
  if (answer?.import) return importSentence(answer)
  if (answer?.collection || answer?.leftFields?.length) return collectionSentence(done, answer)
  const { restoredCount, leftCount } = answer ?? { restoredCount: 1, leftCount: 0 }
  if (answer?.isDeletion) {
    const left = leftCount > 0 ? `. ${areLeft(answer)}` : ''
    return { title: done, description: `${countOf(restoredCount, 'link')} deleted again${left}` }
  }
  if (answer && leftCount > 0)
    return { title: restoredCount > 0 ? done : `Not ${done.toLowerCase()}`, description: areLeft(answer) }
  if (restoredCount > 1) return { title: done, description: `${countOf(restoredCount, 'link')} restored` }
  return { title: done, ...(title !== undefined && { description: title }) }
}

/** Of saves that were taken back: links that are gone, and those that stay, since they were changed. */
export const unsavedSentence = (gone: number, left: number, title?: string): Sentence => {
  const stay = left > 0 && `${countOf(left, 'link')} changed since ${left === 1 ? 'stays' : 'stay'}`
  if (gone === 0) return { title: 'Not undone', description: `${stay}. Delete removes it for good.` }
  const removed = gone === 1 && title !== undefined ? title : `${countOf(gone, 'link')} removed`
  return { title: 'Undone', description: stay ? `${removed}. ${stay}` : removed }
}

/** Whether anything is as it was before. */
export const hasUndone = ({ restoredCount, collection, import: of }: UndoAnswer): boolean =>
  restoredCount > 0 ||
  collection !== undefined ||
  (of !== undefined && of.noteCount + of.collectionCount + of.takenBackCount > 0)

const collectionSentence = (done: string, answer: UndoAnswer): Sentence => {
  const { collection, leftFields = [], restoredCount, leftCount } = answer
  const parts = [
    ...(collection
      ? [`"${collection.name}"${restoredCount > 0 ? ` with ${countOf(restoredCount, 'link')}` : ''}`]
      : []),
    ...(leftFields.length > 0
      ? [
          `Its ${leftFields.join(' and ')} ${leftFields.length === 1 ? 'was changed since and stays' : 'were changed since and stay'}`,
        ]
      : []),
    ...(leftCount > 0 ? [areLeft(answer)] : []),
  ]
  return { title: collection ? done : `Not ${done.toLowerCase()}`, description: parts.join('. ') }
}

const importSentence = (answer: UndoAnswer): Sentence => {
  const { restoredCount, leftCount, import: of } = answer
  if (!of) return { title: 'Undone' }
  const gone = [
    ...(restoredCount > 0 || of.takenBackCount === 0 ? [countOf(restoredCount, 'article')] : []),
    ...(of.noteCount > 0 ? [countOf(of.noteCount, 'note')] : []),
    ...(of.collectionCount > 0 ? [countOf(of.collectionCount, 'collection')] : []),
  ]
  const back =
    of.takenBackCount > 0
      ? [`What it had added to ${countOf(of.takenBackCount, 'article')} is taken back`]
      : []
  const left = [
    ...(leftCount > 0 ? [areLeft(answer)] : []),
    ...(of.leftNoteCount > 0 ? [`${countOf(of.leftNoteCount, 'note')} changed since`] : []),
    ...areCollections(of.leftCollectionCount, 'changed since', of.leftCollections),
    ...areCollections(of.usedCollectionCount, 'in use', of.usedCollections),
  ]
  const isDone = hasUndone(answer)
  return {
    title: isDone ? 'Import undone' : 'Import not undone',
    description: [
      ...(isDone && gone.length > 0 ? [`${gone.join(', ')} removed`] : []),
      ...back,
      ...left,
    ].join('. '),
  }
}

const areCollections = (count: number, what: string, named: readonly { name: string }[]): string[] =>
  count > 0 ? [`${countOf(count, 'collection')} ${what}: ${named.map(({ name }) => name).join(', ')}`] : []

/** Links that are gone have no title here. */
const areLeft = ({ leftCount, left }: UndoAnswer): string => {
  const isOne = leftCount === 1
  const count = countOf(leftCount, 'link')
  if (left.length === 0) return `${count} ${isOne ? 'was' : 'were'} changed or deleted since.`
  const titles = left.map(({ title }) => title).join(', ')
  const others = leftCount > left.length ? ` and ${formatCount(leftCount - left.length)} more` : ''
  return `${count} ${isOne ? 'was changed since and stays' : 'were changed since and stay'}: ${titles}${others}`
}
