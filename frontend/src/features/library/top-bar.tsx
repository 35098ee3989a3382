import { Menu as MenuIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'
import { AccountMenu } from './account-menu.tsx'
import { preloadAddLink } from './add-link/preload.ts'
import { PlanBadge } from './plan-card.tsx'
import { SearchBox } from './search/search-box.tsx'
import { ThemeButton } from './theme-button.tsx'

const sheet = lazyPart(() => import('./menu-sheet.tsx'))

export const TopBar = () => {
  const run = useRun()
  return (
    <header className="sticky top-0 z-20 flex min-h-17 flex-wrap items-center gap-2 bg-paper px-4 max-lg:pt-3 max-lg:pb-2 sm:px-8">
      <Link
        href="/dashboard"
        aria-label="Lectern, your library"
        className="mr-auto rounded-control lg:hidden"
      >
        <Logo />
      </Link>
      <div className="mr-auto flex-1 max-lg:order-last max-lg:basis-full">
        <SearchBox />
      </div>
      <span className="max-sm:hidden">
        <PlanBadge />
      </span>
      <Link href="/import" className={`${buttonClass('ghost')} max-lg:hidden`}>
        Import
      </Link>
      <Button
        look="ink"
        onClick={() => run('addLink')}
        onPointerEnter={preloadAddLink}
        onFocus={preloadAddLink}
        className="max-sm:w-11 max-sm:px-0"
      >
        <Plus aria-hidden />
        <span className="max-sm:sr-only">Add Link</span>
      </Button>
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
