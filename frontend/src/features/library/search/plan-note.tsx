import type { LinkList } from '../../../data/answers.ts'

/** Explains on the free plan that advanced terms were read as plain words. */
export const PlanNote = ({ list }: { list: LinkList | undefined }) => {
  if (list?.advancedSearch !== 'upgrade') return null
  return (
    <p role="status" className="mb-4 text-ink-2">
      Terms such as is:, in:, before:, after: and -word need a lifetime plan; they were read as plain words.{' '}
      <a
        href="/pricing"
        className="underlined inline-flex min-h-6 items-center rounded-[4px] font-medium text-ink"
      >
        View Plans
      </a>
    </p>
  )
}
