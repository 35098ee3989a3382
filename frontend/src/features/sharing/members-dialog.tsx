import { useQuery } from '@tanstack/react-query'
import type { SharedCollection } from '../../data/collections/shared-list.ts'
import { messageOf } from '../../lib/api.ts'
import { membersQuery } from '../../parts/sharing/api.ts'
import { Face } from '../../parts/sharing/faces.tsx'
import { ROLE_WORDS } from '../../parts/sharing/roles.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Props = { collection: SharedCollection; onClose: () => void }

/** Who shares a collection of somebody else. */
export default function MembersDialog({ collection: { id, name }, onClose }: Props) {
  const { data, error } = useQuery(membersQuery(id))
  const people = data && [
    { id: 'owner', name: data.owner.name, is: 'Owner', isYou: false },
    ...data.members.map(each => ({ ...each, is: ROLE_WORDS[each.role].name })),
  ]
  return (
    <Dialog title={`Members of "${name}"`} onClose={onClose}>
      {!data && !error && <Skeleton className="h-10" />}
      {error && (
        <p role="alert" className="text-danger">
          {messageOf(error, 'The members could not be loaded. Please check your connection.')}
        </p>
      )}
      <ul className="max-h-[60vh] overflow-y-auto">
        {people?.map(({ id, name, is, isYou }) => (
          <li key={id} className="flex items-center gap-3 border-t border-line py-2.5 first:border-t-0">
            <Face name={name} />
            <span dir="auto" className="min-w-0 flex-1 break-words">
              {name}
              {isYou && ' (you)'}
            </span>
            <span className="shrink-0 text-meta text-ink-2">{is}</span>
          </li>
        ))}
      </ul>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
