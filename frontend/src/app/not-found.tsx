import { Link } from 'wouter'
import { PlainPage } from '../parts/plain-page.tsx'
import { buttonClass } from '../ui/button.tsx'

export default function NotFound() {
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
