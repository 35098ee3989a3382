import { PLANS } from '@lectern/contracts/plans.ts'
import { useCounts } from '../../data/library/use-links.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { countOf, formatCount } from '../../lib/format.ts'
import { HAS_PLANS } from '../../lib/has-plans.ts'
import { Meter } from '../../ui/meter.tsx'

/** The plan's name, the lifetime badge and the number of used articles. Shown for paid plans. */
export const PlanCard = () => {
  const { plan, isPro } = useUser()
  const counts = useCounts()
  if (!isPro || !HAS_PLANS) return null
  const allowed = counts?.allowed
  return (
    <section aria-label="Your plan" className="rounded-card border border-line bg-surface p-3.5">
      <div className="mb-3 flex items-center justify-between">
        <h2 className="font-sans text-ui font-semibold">{PLANS[plan].name}</h2>
        <span className="text-meta font-semibold text-marker-ink">Lifetime</span>
      </div>
      {counts && allowed != null && <Meter used={counts.used} allowed={allowed} />}
      <p className="mt-2.5 min-h-4.5 text-meta text-ink-2">
        {counts &&
          (allowed == null
            ? `${countOf(counts.used, 'article')} · Unlimited`
            : `${formatCount(counts.used)} of ${formatCount(allowed)} articles`)}
      </p>
    </section>
  )
}

/** The plan in the header, with a link to the plans. */
export const PlanBadge = () => {
  const { plan, isPro } = useUser()
  return (
    <a
      href="/pricing"
      className="inline-flex min-h-7 items-center rounded-full bg-marker-wash px-3 text-meta font-medium whitespace-nowrap pointer-coarse:px-5 text-marker-ink hover:underline pointer-coarse:min-h-11"
    >
      {isPro ? PLANS[plan].name : 'Free - Upgrade'}
    </a>
  )
}
