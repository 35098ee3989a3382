import { PLANS } from '@lectern/contracts/plans.ts'
import { useCounts } from '../../data/library/use-links.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { formatCount } from '../../lib/format.ts'
import { HAS_PLANS } from '../../lib/has-plans.ts'
import { cx } from '../../ui/cx.ts'
import { Meter } from '../../ui/meter.tsx'

/** From this part of the free plan on, the banner is more than a line. */
const SHOWN_FROM = 0.6

/** Shows how much of the free plan is used, and links to the plans. */
export const FreePlanBanner = () => {
  const { plan } = useUser()
  const counts = useCounts()
  if (plan !== 'free' || !HAS_PLANS) return null
  const allowed = counts?.allowed ?? PLANS.free.limit ?? 0
  const isThin = (counts?.used ?? 0) < SHOWN_FROM * allowed
  return (
    <section
      aria-label="Free plan"
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-1',
        isThin
          ? '-mt-2 mb-2 text-meta'
          : 'mb-5 min-h-12 rounded-control border border-line bg-surface px-4 py-2 sm:py-1.5',
      )}
    >
      <p className="tabular text-ink-2">
        {counts ? formatCount(counts.used) : '–'} of {formatCount(allowed)} articles
        <span className="max-sm:sr-only"> on the free plan</span>
      </p>
      {!isThin && (
        <div className="min-w-24 flex-1 max-sm:order-last max-sm:basis-full sm:max-w-60">
          <Meter used={counts?.used ?? 0} allowed={allowed} />
        </div>
      )}
      <a
        href="/pricing"
        className="underlined inline-flex min-h-8 items-center rounded-[6px] font-medium pointer-coarse:min-h-11"
      >
        View Plans
      </a>
    </section>
  )
}
