import { ChevronLeft, CircleHelp } from 'lucide-react'
import { Link } from 'wouter'
import { buttonClass } from '../ui/button.tsx'
import { SkipLink } from '../ui/screen.tsx'

/** The head of a screen beside the library: the way back, and help. */
export const BackHeader = () => (
  <>
    <SkipLink />
    <header className="flex h-15 items-center justify-between border-b border-line px-2 sm:px-8">
      <Link href="/dashboard" className={`${buttonClass('ghost')} px-3`}>
        <ChevronLeft aria-hidden />
        Back to dashboard
      </Link>
      <a href="/help" className={`${buttonClass('ghost')} px-3`}>
        <CircleHelp aria-hidden />
        Help
      </a>
    </header>
  </>
)
