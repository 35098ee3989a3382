import { SharedNotesAnswer } from '@lectern/contracts/api/notes.ts'
import { useState } from 'react'
import type { NoteList } from '../../data/answers.ts'
import { type Id, linkPath, ownerOf } from '../../data/id.ts'
import { useLibrary } from '../../data/library/use-library.tsx'
import { noteKeys } from '../../data/notes/keys.ts'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { messageOf, sendOk } from '../../lib/api.ts'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { useMayShare } from './use-may-share.ts'

type Props = { linkId: Id; notes: NoteList }

/** Shows the notes of before, on a link of an own collection that others share, to its members: all in one step, and none that is private. */
export const ShareNotes = ({ linkId, notes }: Props) => {
  const mayShare = useMayShare(linkId)
  const isOffline = useIsOffline()
  const { client } = useLibrary()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const count = notes.filter(({ writer, shared, isPrivate }) => !writer && !shared && !isPrivate).length
  if (!mayShare || ownerOf(linkId) !== undefined || isOffline || count === 0) return null
  const share = async () => {
    setAsking(true)
    try {
      const answer = await sendOk({ method: 'POST', path: linkPath(linkId, '/notes/share') })
      const { shared } = SharedNotesAnswer.parse(await answer.json())
      toast({ title: `${countOf(shared, 'note')} visible to members` })
    } catch (error) {
      const description = messageOf(error, 'Please check your connection and try again.')
      toast({ tone: 'danger', title: 'Not shared', description })
    }
    await client.invalidateQueries({ queryKey: noteKeys.ofLink(linkId) })
    setAsking(false)
  }
  return (
    <Button className="self-start" disabled={isAsking} onClick={() => void share()}>
      Show my {countOf(count, 'note')} to members
    </Button>
  )
}
