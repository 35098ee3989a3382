import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'
import { Screen } from '../ui/screen.tsx'

const TOP_LINK = 'rounded-[6px] px-2 py-1.5 pointer-coarse:py-3 text-ink-2 hover:text-ink hover:underline'

/** The form, with one sentence about the product beside it on wide screens. */
export const AuthLayout = ({ title, children }: { title: string; children: ReactNode }) => (
  <Screen title={title} className="grid min-h-dvh lg:grid-cols-2">
    <section
      aria-label="Lectern"
      className="hidden flex-col border-r border-line bg-sunken px-14 py-9 lg:flex"
    >
      <Logo />
      <div className="my-auto max-w-lg pb-8">
        <p className="font-serif text-display font-[550]">
          Save it now. <mark className="marked whitespace-nowrap">Read it well.</mark>
          <br />
          Find it in ten years.
        </p>
        <p className="mt-6 max-w-md text-lead text-ink-2">
          Links, articles, highlights and notes in one quiet place. Bring your library from Pocket, Raindrop,
          Instapaper and six more: every row accounted for.
        </p>
      </div>
    </section>
    <div className="flex flex-col px-5 sm:px-14">
      <header className="flex h-20 items-center justify-between gap-4 lg:h-27">
        <span className="lg:invisible">
          <Logo />
        </span>
        <nav aria-label="About Lectern" className="flex gap-3">
          <a href="/pricing" className={TOP_LINK}>
            Pricing
          </a>
          <a href="/help" className={TOP_LINK}>
            Help
          </a>
        </nav>
      </header>
      {children}
    </div>
  </Screen>
)
