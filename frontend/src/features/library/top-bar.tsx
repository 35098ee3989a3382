import { Menu as MenuIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { PHONE, useMedia } from '../../lib/media.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { AccountMenu } from './account-menu.tsx'
import { preloadAddLink } from './add-link/preload.ts'
import { useHidesOnScroll } from './phone/use-hides-on-scroll.ts'
import { PlanBadge } from './plan-card.tsx'
import { SearchBox } from './search/search-box.tsx'
import { ThemeButton } from './theme-button.tsx'

const sheet = lazyPart(() => import('./menu-sheet.tsx'))

export const TopBar = () => {
  const run = useRun()
  const isHidden = useHidesOnScroll()
  const isPhone = useMedia(PHONE)
  return (
    <header
      className={cx(
        'sticky top-0 z-20 flex h-17 items-center gap-2 bg-paper px-4 transition-transform duration-160 focus-within:translate-y-0! sm:px-8',
        isHidden && 'max-sm:-translate-y-full',
      )}
    >
      <div className="mr-auto min-w-0 flex-1">
        <SearchBox />
      </div>
      <span className="max-lg:hidden">
        <PlanBadge />
      </span>
      <Link href="/import" className={`${buttonClass('ghost')} max-lg:hidden`}>
        Import
      </Link>
      {!isPhone && (
        <Button
          look="ink"
          data-tutorial
          onClick={() => run('addLink')}
          onPointerEnter={preloadAddLink}
          onFocus={preloadAddLink}
        >
          <Plus aria-hidden />
          Add Link
        </Button>
      )}
      <span className="max-sm:hidden">
        <ThemeButton />
      </span>
      <SheetButton />
      <AccountMenu />
    </header>
  )
}

const SheetButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="lg:hidden">
      <Tip label="Menu">
        <IconButton
          aria-label="Menu"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={sheet.preload}
          onFocus={sheet.preload}
          onClick={() => setOpen(true)}
        >
          <MenuIcon aria-hidden />
        </IconButton>
      </Tip>
      {isOpen && <sheet.Component onClose={() => setOpen(false)} onFailure={() => setOpen(false)} />}
    </span>
  )
}
