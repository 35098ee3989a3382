import { Ellipsis } from 'lucide-react'
import type { Id } from '../../../data/id.ts'
import { useShared } from '../../../data/library/use-shared.ts'
import { formatDate } from '../../../lib/format.ts'
import { ROLE_WORDS } from '../../../parts/sharing/roles.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { useSharedMenu } from './shared-menu.ts'

const now = (then: () => void) => then()

/** Whose collection the list is of, what the person may do there, and its menu. */
export default function SharedHead({ id }: { id: Id }) {
  const collection = useShared().find(each => each.id === id)
  const entriesOf = useSharedMenu(now)
  if (!collection) return null
  const { owner, role, readUntil, name } = collection
  const { name: roleName, may } = ROLE_WORDS[role]
  return (
    <div className="-mt-2 mb-4 flex items-center gap-2 text-ink-2">
      <p className="min-w-0 break-words">
        Shared by <span dir="auto">{owner}</span>.{' '}
        {readUntil === null
          ? `You are ${/^[aeiou]/i.test(roleName) ? 'an' : 'a'} ${roleName.toLowerCase()}, who ${may}.`
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
  )
}
