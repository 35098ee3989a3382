import type { User } from '@lectern/contracts/api/account.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { countOf } from '../../lib/format.ts'

/** 'holds 10,000 articles' */
export const roomOf = ({ itemsAllowed }: Pick<User, 'itemsAllowed'>): string =>
  itemsAllowed === null ? 'has no limit' : `holds ${countOf(itemsAllowed, 'article')}`

/** The plan that the account has. */
export const YourPlan = ({ user }: { user: User }) => (
  <section
    aria-label="Your plan"
    className="flex w-full flex-wrap items-baseline justify-between gap-x-4 rounded-card border border-line bg-surface px-5 py-4"
  >
    <p className="text-ink-2">
      Your plan: <strong className="font-semibold text-ink">{PLANS[user.plan].name}</strong>
    </p>
    <p className="tabular text-ink-2">
      {user.itemsAllowed === null ? 'Unlimited articles' : countOf(user.itemsAllowed, 'article')}
    </p>
  </section>
)
