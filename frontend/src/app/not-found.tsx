import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { PlainPage } from '../parts/plain-page.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Loading } from './loading.tsx'

/** Whether the server sent the app for this very address, because the pages are not built. */
const isLoadedHere = (): boolean => {
  const [load] = performance.getEntriesByType('navigation')
  return load === undefined || new URL(load.name, location.href).pathname === location.pathname
}

/** An address that is no screen of the app is the server's: a public page, or the page for unknown addresses. */
export default function NotFound() {
  const [isOurs] = useState(isLoadedHere)
  useEffect(() => {
    if (!isOurs) location.reload()
  }, [isOurs])
  if (!isOurs) return <Loading />
  return (
    <PlainPage title="Page not found">
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
    </PlainPage>
  )
}
