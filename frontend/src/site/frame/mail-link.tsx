import { SUPPORT_EMAIL_PLACEHOLDER } from '@lectern/contracts/public-pages.ts'
import type { ReactNode } from 'react'

type Props = { subject: string; className?: string; children: ReactNode }

/** A link that writes to support. The frame's script adds the plan and the version to the mail. */
export const MailLink = ({ subject, className = 'underlined rounded-[4px] text-ink', children }: Props) => (
  <a
    href={`mailto:${SUPPORT_EMAIL_PLACEHOLDER}?subject=${encodeURIComponent(subject)}`}
    data-mail={subject}
    className={className}
  >
    {children}
  </a>
)
