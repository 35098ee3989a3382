import { Link } from 'wouter'
import { buttonClass } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Screen } from '../ui/screen.tsx'

export default function NotFound() {
  return (
    <Screen title="Page not found" className="flex min-h-dvh flex-col">
      <header className="p-5 sm:px-14 sm:py-9">
        <Link href="/" className="rounded-control" aria-label="Lectern, home">
          <Logo />
        </Link>
      </header>
      <div className="mx-auto flex w-full max-w-xl flex-1 flex-col items-start justify-center gap-4 px-5 pb-32">
        <p className="font-serif text-quote text-ink-3">404</p>
        <h1 className="text-display">
          This page is <mark className="marked">not in the book.</mark>
        </h1>
        <p className="max-w-md text-lead text-ink-2">
          The address may be mistyped, or the page is still to be written. Your library is where you left it.
        </p>
        <Link href="/" className={buttonClass('ink')}>
          Go to your library
        </Link>
      </div>
    </Screen>
  )
}
