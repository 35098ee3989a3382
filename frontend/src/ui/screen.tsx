import { type ReactNode, useEffect, useRef } from 'react'

/** The first screen leaves the focus where the browser put it; later ones take it, as a page load would. */
let isFirst = true

type Props = { title: string; className?: string; children: ReactNode }

/** A screen's main part: names the document and takes the focus when it opens. */
export const Screen = ({ title, className, children }: Props) => {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = `${title} · Lectern`
  }, [title])
  useEffect(() => {
    if (!isFirst) main.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <main ref={main} id="main" tabIndex={-1} className={className}>
      {children}
    </main>
  )
}
