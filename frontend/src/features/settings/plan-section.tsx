import { PLANS } from '@lectern/contracts/plans.ts'
import { useCounts } from '../../data/library/use-links.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { countOf, formatCount } from '../../lib/format.ts'
import { Section } from '../../parts/section.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'

/** The plan that the account really has, and how much of it is used. */
export const PlanSection = () => {
  const { plan, isPro } = useUser()
  const counts = useCounts()
  const allowed = counts?.allowed
  return (
    <Section title="Plan">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 p-4">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{PLANS[plan].name}</span>
            {isPro && <Badge>Lifetime</Badge>}
            {isPro && <Badge>Priority support</Badge>}
          </p>
          <p className="tabular mt-1 mb-2 min-h-5 text-ink-2">
            {counts &&
              (allowed == null
                ? `${countOf(counts.used, 'article')} · Unlimited`
                : `${formatCount(counts.used)} of ${formatCount(allowed)} articles`)}
          </p>
          {counts && allowed != null && <Meter used={counts.used} allowed={allowed} />}
          {isPro && <p className="mt-3 text-meta text-ink-2">Your mails to support are answered first.</p>}
        </div>
        <a href="/pricing" className={buttonClass('outline')}>
          View plans
        </a>
      </div>
    </Section>
  )
}
