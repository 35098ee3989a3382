import { useUser } from '../../data/session/use-session.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu/menu.tsx'

const panel = lazyPart(() => import('./account-panel.tsx'))

export const AccountMenu = () => {
  const user = useUser()
  const name = user.firstName ?? user.username
  return (
    <Menu
      label="Account menu"
      heading={user.email}
      panel={panel}
      button={props => (
        <button
          {...props}
          type="button"
          className="grid size-9 place-items-center rounded-full bg-marker-wash font-semibold text-marker-ink uppercase pointer-coarse:size-11"
        >
          {name.charAt(0)}
        </button>
      )}
    />
  )
}
