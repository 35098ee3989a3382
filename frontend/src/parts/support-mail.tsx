import type { ReactNode } from 'react'
import { contactQuery } from '../data/contact.ts'
import { useSession } from '../data/session/use-session.tsx'
import { usePublicQuery } from '../data/use-public-query.ts'

/** A link that writes to support. The mails of paid plans carry a mark. Until the address is known, it leads to /support. */
export const SupportMail = ({ subject, children }: { subject: string; children: ReactNode }) => {
  const { user } = useSession()
  const email = usePublicQuery(contactQuery).data?.supportEmail
  const marked = encodeURIComponent(`${user?.isPro ? '[Priority] ' : ''}${subject}`)
  return (
    <a
      href={email === undefined ? '/support' : `mailto:${email}?subject=${marked}`}
      className="underlined rounded-[4px] text-ink"
    >
      {children}
    </a>
  )
}

/** For people who paid and wait. */
export const ContactSupport = () => <SupportMail subject="Upgrade">contact support</SupportMail>
