import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { backToList } from '../../lib/navigation.tsx'

/** Goes back to the list that the reader was opened from, at its place; without one, to /. */
export const BackLink = ({ className, children }: { className: string; children: ReactNode }) => (
  <Link
    href="/"
    className={className}
    onClick={event => {
      if (backToList()) event.preventDefault()
    }}
  >
    {children}
  </Link>
)
