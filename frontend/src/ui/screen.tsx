import { type ReactNode, useEffect, useRef } from 'react'

/** The first screen leaves the focus where the browser put it. Later screens take the focus, like a page load. */
let isFirst = true

type Props = { title: string; className?: string; children: ReactNode }

/** The main element of a screen. Sets the document title and takes the focus when it opens, unless a part of it has the focus. */
export const Screen = ({ title, className, children }: Props) => {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${title} · Lectern`
  }, [title])
  useEffect(() => {
    if (!isFirst && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <main ref={main} id="main" tabIndex={-1} className={className}>
      {children}
    </main>
  )
}

/** The first link of a screen, which skips to its main element. No entry of the history comes of it. */
export const SkipLink = ({ to = 'content' }: { to?: string }) => (
  // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page
  <a
    href="#main"
    className="skip-link"
    onClick={event => {
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}
  >
    Skip to {to}
  </a>
)
