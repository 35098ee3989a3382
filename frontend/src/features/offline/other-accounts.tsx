import { useEffect, useState } from 'react'
import { discardUnsent, type Unsent, unsentOfOthers } from '../../data/outbox/other-users.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { countOf } from '../../lib/format.ts'
import { ConfirmDialog, mainElement } from '../../parts/confirm-dialog.tsx'
import { Button } from '../../ui/button.tsx'

/** That another account of this browser has acts which were not sent, without telling them. Nothing where there are none. */
export default function OtherAccounts() {
  const { id } = useUser()
  const [others, setOthers] = useState<readonly Unsent[]>([])
  const [asked, setAsked] = useState<Unsent>()
  useEffect(() => {
    let isOver = false
    void unsentOfOthers(id).then(found => {
      if (!isOver) setOthers(found)
    })
    return () => {
      isOver = true
    }
  }, [id])
  const remove = async (unsent: Unsent) => {
    await discardUnsent(unsent)
    setOthers(now => now.filter(each => each !== unsent))
  }
  return (
    <>
      {others.map(unsent => (
        <p
          key={unsent.userId}
          className="mt-5 flex flex-wrap items-center justify-between gap-2.5 text-ink-2"
        >
          {sentenceOf(unsent)}
          <Button onClick={() => setAsked(unsent)}>Discard…</Button>
        </p>
      ))}
      {asked && (
        <ConfirmDialog
          title="Discard the changes of another account?"
          action="Discard"
          doing="Discarding..."
          act={async () => {
            await remove(asked)
            return { status: 'sent' }
          }}
          focusAfter={mainElement}
          onClose={() => setAsked(undefined)}
        >
          {`${countOf(asked.count, 'change')} will be deleted from this device. Nobody can bring ${asked.count === 1 ? 'it' : 'them'} back.`}
        </ConfirmDialog>
      )}
    </>
  )
}

const sentenceOf = ({ count }: Unsent): string =>
  `Another account has ${countOf(count, 'change')} on this device that ${count === 1 ? 'was' : 'were'} not sent.`
