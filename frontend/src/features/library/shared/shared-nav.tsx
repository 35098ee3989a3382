import { Ellipsis } from 'lucide-react'
import { useId } from 'react'
import { sharedPath } from '../../../data/id.ts'
import { useSharedCounts } from '../../../data/library/use-shared-counts.ts'
import { Dot } from '../../../parts/dot.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { NavEntry } from '../nav-entry.tsx'
import { useView } from '../use-view.ts'
import { useSharedMenu } from './shared-menu.ts'

type Props = {
  /** Closes the sheet that contains the navigation, then runs `then`. */
  leave?: (then: () => void) => void
}

/** The collections that others share with the person, with the names of their owners. */
export default function SharedNav({ leave = then => then() }: Props) {
  const shared = useSharedCounts()
  const { filters } = useView()
  const entriesOf = useSharedMenu(leave)
  const headingId = useId()
  if (shared.length === 0) return null
  return (
    <nav aria-labelledby={headingId} className="animate-fade">
      <h2
        id={headingId}
        className="flex min-h-9 items-center pl-2.5 font-sans text-meta font-medium text-ink-2"
      >
        Shared with me
      </h2>
      <ul>
        {shared.map(each => (
          <NavEntry
            key={each.id}
            href={sharedPath(each.id)}
            isCurrent={filters.collection === each.id}
            count={each.count}
            onLeave={() => leave(() => undefined)}
            menu={
              <Menu
                label={`Actions for ${each.name}`}
                entries={entriesOf(each)}
                button={props => (
                  <IconButton {...props}>
                    <Ellipsis aria-hidden />
                  </IconButton>
                )}
              />
            }
          >
            <Dot color={each.color} />
            <span
              dir="auto"
              title={`${each.name}, of ${each.owner}`}
              className="min-w-0 flex-1 py-1 text-left"
            >
              <span className="block truncate">{each.name}</span>
              <span className="block truncate text-meta font-normal text-ink-3">{each.owner}</span>
            </span>
          </NavEntry>
        ))}
      </ul>
    </nav>
  )
}
