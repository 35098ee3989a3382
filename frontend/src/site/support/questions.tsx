import { REFUND_DAYS } from '@lectern/contracts/retention.ts'
import type { Question } from '../frame/questions.tsx'

const link = (to: string, text: string) => (
  <a href={to} className="underlined rounded-[4px] text-ink">
    {text}
  </a>
)

export const QUESTIONS: readonly Question[] = [
  {
    question: 'I have forgotten my password.',
    answer: (
      <>
        {link('/forgot-password', 'Ask for a recovery mail')}. Its link works once, within an hour. Look into
        the spam folder, too.
      </>
    ),
  },
  {
    question: 'Can I change my email, my username or my password?',
    answer: (
      <>
        Yes, in the {link('/settings', 'settings')}. A new email counts once you have confirmed it at the old
        and at the new address.
      </>
    ),
  },
  {
    question: 'I paid, and my plan is still the one before.',
    answer:
      'The plan comes with the payment provider’s word, usually within seconds. If it has not come after some minutes, write to us: nothing is lost.',
  },
  {
    question: 'How do I get my money back?',
    answer: `Write to us within ${REFUND_DAYS} days of the payment. You get all of it, without giving a reason. Your plan is then the best one that is still paid for, or Free, and every article stays.`,
  },
  {
    question: 'Where are my receipts?',
    answer: <>In the {link('/settings', 'settings')}, under Receipts.</>,
  },
  {
    question: 'Will my library from another service come over?',
    answer: (
      <>
        Lectern reads the files of nine services, and its own exports. {link('/import', 'The import')}{' '}
        accounts for every row: imported, already there, left out or failed, each with its reason.
      </>
    ),
  },
  {
    question: 'An article is missing or looks wrong.',
    answer:
      'Some sites do not let us read their pages, and some pages are hard to read. The link stays saved and its original is one press away. Send us the address, and we look into it.',
  },
  {
    question: 'Who can see what I save?',
    answer:
      'Your account alone. No other account sees your links, notes or highlights, and there is no advertising.',
  },
  {
    question: 'How do I take my library with me?',
    answer: (
      <>
        {link('/settings#data', 'Settings')} has Export for everything you saved, on every plan. Notes alone
        can be downloaded as Markdown.
      </>
    ),
  },
  {
    question: 'How do I delete my account?',
    answer: (
      <>
        {link('/settings#delete-account', 'Settings')} has Delete account. It asks for your password, and
        nobody can bring the account back. Export your library there first if you want to keep it.
      </>
    ),
  },
]
