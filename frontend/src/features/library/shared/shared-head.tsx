import { HandoverAnswer } from '@lectern/contracts/api/sharing.ts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useGivingUp } from '../../../data/collections/given-up.ts'
import type { SharedCollection } from '../../../data/collections/shared-list.ts'
import type { Id } from '../../../data/id.ts'
import { useShared } from '../../../data/library/use-shared.ts'
import { messageOf } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { useNavigate } from '../../../lib/navigation.tsx'
import { collectionPath, useSharingWrite } from '../../../parts/sharing/api.ts'
import { ROLE_WORDS } from '../../../parts/sharing/roles.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { useSharedMenu } from './shared-menu.ts'

const now = (then: () => void) => then()

/** Whose collection the list is of, what the person may do there, and its menu. */
export default function SharedHead({ id }: { id: Id }) {
  const collection = useShared().find(each => each.id === id)
  const entriesOf = useSharedMenu(now)
  if (!collection) return null
  const { owner, role, readUntil, name, isOffered } = collection
  return (
    <>
      <div className="mb-4 flex items-center lg:-mt-2 gap-2 text-ink-2">
        <p className="min-w-0 break-words">
          Shared by <span dir="auto">{owner}</span>.{' '}
          {readUntil === null
            ? `You can ${ROLE_WORDS[role].can}.`
            : `The plan of its owner includes no sharing any more: you can read it until ${formatDate(readUntil)}.`}
        </p>
        <Menu
          label={`Actions for ${name}, this collection`}
          entries={entriesOf(collection)}
          button={props => (
            <IconButton {...props}>
              <Ellipsis aria-hidden />
            </IconButton>
          )}
        />
      </div>
      {isOffered && <Offer of={collection} />}
    </>
  )
}

/** The owner wants to hand the collection over. */
const Offer = ({ of: { id, owner } }: { of: SharedCollection }) => {
  const write = useSharingWrite()
  const givingUp = useGivingUp()
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const accept = async () => {
    setAsking(true)
    setProblem('')
    try {
      const accept = { method: 'POST', path: collectionPath(id, '/handover/accept') } as const
      const answer = await givingUp(id, () => write(accept))
      const { collectionId } = HandoverAnswer.parse(await answer.json())
      navigate(`/dashboard?collection=${collectionId}`, { replace: true })
    } catch (error) {
      setProblem(messageOf(error, 'There was no answer. Please check your connection and try again.'))
      setAsking(false)
    }
  }
  return (
    <section
      aria-label="Offer to take over"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60 break-words">
        {owner} offers you this collection. Its articles then count towards your plan, which must be Ultra.
      </p>
      <Button look="ink" disabled={isAsking} onClick={() => void accept()}>
        {isAsking ? 'Taking over...' : 'Take it over'}
      </Button>
      <p role="alert" className="basis-full text-meta text-danger empty:hidden">
        {problem}
      </p>
    </section>
  )
}
