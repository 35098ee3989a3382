import type { Operation } from '@lectern/contracts/api/operation.ts'
import { formatCount } from '../../lib/format.ts'
import { Section } from '../../parts/section.tsx'
import { Entry } from './entry.tsx'
import { duration } from './words.ts'

/** What runs, and what an update does. */
export const VersionsSection = ({ versions, update }: Pick<Operation, 'versions' | 'update'>) => (
  <Section title="Versions">
    <ul aria-label="Versions">
      {versions.map(({ name, version }) => (
        <Entry key={name} name={name}>
          {version}
        </Entry>
      ))}
    </ul>
    <div className="border-line border-t px-4 py-3 text-ink-2">
      <h3 className="font-sans font-medium text-ink">What an update does</h3>
      <p className="mt-1">
        Back up, stop Lectern, git pull, start. The start changes tables where the new version needs that.
        Only the new version knows whether the read models are filled anew{fillOf(update)}.
      </p>
      {update?.waits.map(wait => (
        <p key={wait} className="mt-1 font-medium text-ink">
          {wait}
        </p>
      ))}
    </div>
  </Section>
)

/** Lists and searches wait for it, and saves go on. */
const fillOf = (update: Operation['update']): string => {
  if (update?.events == null || update.fillSeconds === null) return ''
  return `: with about ${formatCount(update.events)} events that takes about ${duration(Math.max(1, update.fillSeconds))}, in which lists wait and saves go on`
}
