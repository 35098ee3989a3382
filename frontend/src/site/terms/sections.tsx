import { PASSWORD_MIN } from '@lectern/contracts/limits.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { LEGAL_PLACEHOLDERS } from '@lectern/contracts/public-pages.ts'
import { FREE_ACCOUNTS_DAYS, FREE_ACCOUNTS_MAX, REFUND_DAYS } from '@lectern/contracts/retention.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import { Kept, type Section } from '../legal/legal-document.tsx'

const { free, basic, pro, ultra } = PLANS
const holds = ({ price, limit }: typeof free) =>
  `${formatCount(limit ?? 0)} articles${price ? `, for $${price} paid once` : ', without payment'}`

export const TERMS: readonly Section[] = [
  {
    id: 'service',
    name: 'The service',
    body: (
      <>
        <p>
          Lectern saves links and articles so that you can read them later, with notes and highlights. It is
          offered by {LEGAL_PLACEHOLDERS.operator}. By creating an account you agree to these terms.
        </p>
        <p>
          What happens with your data stands in the{' '}
          <a href="/privacy" className="underlined rounded-[4px]">
            Privacy policy
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'account',
    name: 'Your account',
    body: (
      <>
        <p>
          An account is for one person. You choose a password of at least {PASSWORD_MIN} characters and keep
          it to yourself. What is done with your account counts as done by you, until you tell us that
          somebody else has it.
        </p>
        <p>
          From one location at most {countOf(FREE_ACCOUNTS_MAX, 'free account')} may be created in{' '}
          {countOf(FREE_ACCOUNTS_DAYS, 'day')}. Further ones are refused.
        </p>
      </>
    ),
  },
  {
    id: 'plans',
    name: 'Plans and prices',
    body: (
      <>
        <Kept
          of={[
            [free.name, holds(free)],
            [`Lifetime ${basic.name}`, holds(basic)],
            [`Lifetime ${pro.name}`, holds(pro)],
            [`Lifetime ${ultra.name}`, holds(ultra)],
          ]}
        />
        <p>
          Prices are in US dollars. Where tax applies, the checkout shows it before you pay. A lifetime plan
          is not a subscription: it lasts for as long as this service runs. A larger plan costs its full
          price.
        </p>
        <p>
          A full library takes no new links until there is room again. Nothing that is in it is deleted or
          hidden.
        </p>
      </>
    ),
  },
  {
    id: 'grandfathered',
    name: 'Plans from before',
    body: (
      <p>
        People who had a plan before the present ones keep what they bought. The plan with unlimited articles
        is no longer sold; accounts that have it keep it without a limit, and no purchase or refund takes it
        away.
      </p>
    ),
  },
  {
    id: 'refunds',
    name: 'Refunds',
    body: (
      <p>
        You get your money back within {countOf(REFUND_DAYS, 'day')} of the payment, in full and without a
        reason: write to support. Your plan is then the best one that is still paid for, or Free. A second
        payment for a plan that you have goes back by itself.
      </p>
    ),
  },
  {
    id: 'use',
    name: 'What is not allowed',
    body: (
      <p>
        Do not use the service to break the law or the rights of others, to attack it or other sites through
        it, to get around its limits, or to offer it to others as your own. We may close an account that does
        so, and tell you why.
      </p>
    ),
  },
  {
    id: 'content',
    name: 'Your content, and that of others',
    body: (
      <p>
        Your notes are yours. Articles belong to those who wrote them; we keep copies so that you can read
        what you saved, for yourself. Saving a page gives you no right to publish it.
      </p>
    ),
  },
  {
    id: 'availability',
    name: 'Availability',
    body: (
      <p>
        We aim to be available 99.9 % of the time in each month. That is a target and no warranty. Support
        replies within 24 hours.
      </p>
    ),
  },
  {
    id: 'ending',
    name: 'The end of an account',
    body: (
      <p>
        You may leave at any time: Settings has Delete account, which deletes your library with it. Export it
        first if you want to keep it. We may end the service or your account {LEGAL_PLACEHOLDERS.endingNotice}
        , so that you can take your notes and links along.
      </p>
    ),
  },
  {
    id: 'liability',
    name: 'Liability and law',
    body: (
      <p>
        The service is offered as it is. Where the law makes us liable, nothing in these terms takes that
        away. {LEGAL_PLACEHOLDERS.law}
      </p>
    ),
  },
  {
    id: 'changes',
    name: 'Changes of these terms',
    body: (
      <p>
        The terms that apply stand on this page. We tell you by mail {LEGAL_PLACEHOLDERS.changeNotice} a
        change that concerns you.
      </p>
    ),
  },
]
