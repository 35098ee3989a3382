import { useQuery } from '@tanstack/react-query'
import type { Id } from '../data/id.ts'
import { noteCountQuery } from '../data/notes/queries.ts'
import { countOf } from '../lib/format.ts'

/** Says how many notes a deletion of these links deletes. The line is there from the start, so that the buttons do not move. */
export const NotesDeletedToo = ({ linkIds }: { linkIds: readonly Id[] }) => {
  const { data: notes } = useQuery(noteCountQuery(linkIds))
  return (
    <p role="status" className="mt-2 min-h-5">
      {notes !== undefined &&
        notes > 0 &&
        `${linkIds.length === 1 ? 'Its' : 'Their'} ${countOf(notes, 'note')} will be deleted as well.`}
    </p>
  )
}
