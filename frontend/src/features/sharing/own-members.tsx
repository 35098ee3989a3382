import type { Member } from '@lectern/contracts/api/sharing.ts'
import type { HandoverRequest } from '@lectern/contracts/api/sharing-requests.ts'
import type { Role } from '@lectern/contracts/sharing.ts'
import { useRef, useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { collectionPath } from '../../parts/sharing/api.ts'
import { Face } from '../../parts/sharing/faces.tsx'
import { ROLE_WORDS } from '../../parts/sharing/roles.ts'
import { Button } from '../../ui/button.tsx'
import { RoleSelect } from './role-select.tsx'
import { useDoing } from './use-doing.ts'

type Props = { collectionId: number; members: readonly Member[] }

/** The members of an own collection, their roles, and their removal. */
export const OwnMembers = ({ collectionId, members }: Props) => {
  const { isDoing, run } = useDoing()
  const heading = useRef<HTMLHeadingElement>(null)
  /** The member whose removal is asked about. */
  const [leaving, setLeaving] = useState<string>()
  if (members.length === 0) return null
  const pathOf = (id: string) => collectionPath(collectionId, `/members/${id}`)
  const change = ({ id, name }: Member, role: Role) =>
    run({ method: 'PATCH', path: pathOf(id), body: { role } }, `${name}: ${ROLE_WORDS[role].name}`)
  /** The editor becomes its owner on accepting. */
  const offer = ({ id, name, isOffered = false }: Member) =>
    run(
      {
        method: 'POST',
        path: collectionPath(collectionId, '/handover'),
        body: { memberId: isOffered ? null : id } satisfies HandoverRequest,
      },
      isOffered ? 'The offer is taken back' : `Offered to ${name}, who needs Ultra to accept`,
    )
  const remove = async ({ id, name }: Member) => {
    setLeaving(undefined)
    await run({ method: 'DELETE', path: pathOf(id) }, `${name} is no member any more`)
    heading.current?.focus()
  }
  return (
    <section aria-label="Members" className="mt-6">
      <h3 ref={heading} tabIndex={-1} className="font-sans text-ui font-semibold outline-none">
        Members
      </h3>
      <ul>
        {members.map(member => (
          <li
            key={member.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2.5 first:border-t-0"
          >
            <Face name={member.name} />
            <div className="min-w-32 flex-1">
              <p dir="auto" className="font-medium break-words">
                {member.name}
              </p>
              <p className="text-meta text-ink-2">
                {member.isOffered ? 'is offered to take it over' : `since ${formatDate(member.joinedAt)}`}
              </p>
            </div>
            {leaving === member.id ? (
              <div role="alert" className="flex basis-full flex-wrap items-center justify-end gap-2">
                <p className="mr-auto text-ink-2">
                  {member.name} sees nothing of it any more. What they saved stays.
                </p>
                <Button look="danger" disabled={isDoing} onClick={() => void remove(member)}>
                  Remove
                </Button>
                <Button look="ink" autoFocus onClick={() => setLeaving(undefined)}>
                  Keep
                </Button>
              </div>
            ) : (
              <>
                <RoleSelect
                  label={`Role of ${member.name}`}
                  isNamed
                  value={member.role}
                  disabled={isDoing}
                  onChange={({ target }) => void change(member, target.value as Role)}
                />
                <div className="ml-auto flex flex-wrap gap-2">
                  {member.role === 'editor' && (
                    <Button
                      disabled={isDoing}
                      aria-label={`${member.isOffered ? 'Take back the offer to' : 'Offer the collection to'} ${member.name}`}
                      onClick={() => void offer(member)}
                    >
                      {member.isOffered ? 'Take back' : 'Hand over'}
                    </Button>
                  )}
                  <Button
                    disabled={isDoing}
                    aria-label={`Remove ${member.name}`}
                    onClick={() => setLeaving(member.id)}
                  >
                    Remove
                  </Button>
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
