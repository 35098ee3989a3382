import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'

const TOP_LINK =
  'inline-flex h-9 items-center rounded-control px-2.5 max-sm:px-1.5 text-ink-2 hover:text-ink hover:underline aria-[current]:text-ink aria-[current]:underline underline-offset-4 pointer-coarse:h-11'
const FOOT_LINK = 'py-1 text-ink-2 hover:text-ink hover:underline pointer-coarse:py-3'

const PLACES = [
  ['/pricing', 'Pricing'],
  ['/help', 'Help'],
  ['/support', 'Support'],
] as const
const MORE = [
  ['/docs', 'API'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const

const WIDTH = 'mx-auto w-full max-w-[76rem] px-5 sm:px-8'

/** The head and the foot around every public page. The script of the frame makes 'Sign in' the way back to the library. */
export const Frame = ({ path, children }: { path: string; children: ReactNode }) => {
  const current = (to: string) => (path === to ? 'page' : path.startsWith(`${to}/`) ? true : undefined)
  return (
    <div id="root" className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="print:hidden">
        <div className={`${WIDTH} flex min-h-20 flex-wrap items-center justify-between gap-x-4`}>
          <a href="/" className="rounded-control" aria-label="Lectern, home">
            <Logo />
          </a>
          <div className="flex items-center gap-1 sm:gap-2">
            <nav aria-label="About Lectern" className="flex sm:gap-2">
              {PLACES.map(([to, name]) => (
                <a
                  key={to}
                  href={to}
                  aria-current={current(to)}
                  className={`${TOP_LINK} ${to === '/support' ? 'max-sm:hidden' : ''}`}
                >
                  {name}
                </a>
              ))}
            </nav>
            <a href="/login" data-account className={`${buttonClass('outline')} max-sm:px-2.5`}>
              Sign in
            </a>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={`${WIDTH} flex-1 pb-20`}>
        {children}
      </main>
      <footer className="border-t border-line bg-sunken print:hidden">
        <div className={`${WIDTH} flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2 py-8`}>
          <p className="font-serif text-quote">
            Save it now. <mark className="marked">Read it well.</mark>
          </p>
          <nav aria-label="More about Lectern" className="flex flex-wrap gap-x-6">
            {[...PLACES, ...MORE].map(([to, name]) => (
              <a key={to} href={to} aria-current={current(to)} className={FOOT_LINK}>
                {name}
              </a>
            ))}
          </nav>
        </div>
      </footer>
    </div>
  )
}
