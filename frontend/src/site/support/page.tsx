import { buttonClass } from '../../ui/button.tsx'
import { MailLink } from '../frame/mail-link.tsx'
import { Questions } from '../frame/questions.tsx'
import type { Meta } from '../page.ts'
import { QUESTIONS } from './questions.tsx'

export const meta: Meta = {
  title: 'Support',
  description:
    'Answers about accounts, payments, refunds, imports and your data, and the people who help. They reply within 24 hours.',
}

/** /support, for everybody. */
export default function Support() {
  return (
    <>
      <h1 className="mt-8 text-display max-sm:text-title">
        Ask us. <mark className="marked">A person answers.</mark>
      </h1>
      <p className="mt-3 max-w-xl text-lead text-ink-2">
        Write to us about anything that does not work, or that you cannot find. We reply within 24 hours.
      </p>
      <div className="mt-6 flex flex-wrap gap-2.5 print:hidden">
        <MailLink subject="Support" className={`${buttonClass('ink')} h-11 max-sm:w-full`}>
          Write to support
        </MailLink>
        <a href="/help" className={`${buttonClass('outline')} h-11 max-sm:w-full`}>
          Search the help centre
        </a>
      </div>
      <p className="mt-3 max-w-xl text-meta text-ink-2">
        The mail opens with your plan and the version you use, so that we need not ask.
      </p>
      <Questions title="Often asked" questions={QUESTIONS} />
    </>
  )
}
