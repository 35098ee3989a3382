import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Logo } from '../ui/logo.tsx'
import { Screen } from '../ui/screen.tsx'

/** A page of one message, with the logo above it. */
export const PlainPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Screen title={title} className="flex min-h-dvh flex-col">
    <header className="p-5 sm:px-14 sm:py-9">
      <Link href="/" className="rounded-control" aria-label="Lectern, home">
        <Logo />
      </Link>
    </header>
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col items-start justify-center gap-4 px-5 pb-32">
      {children}
    </div>
  </Screen>
)
