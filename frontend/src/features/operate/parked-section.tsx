import type { Operation } from '@lectern/contracts/api/operation.ts'
import { formatExact } from '../../lib/format.ts'
import { Section } from '../../parts/section.tsx'
import { Entry, Unknown } from './entry.tsx'

/** Streams that lists pass over. A rebuild mends them, in a terminal. */
export const ParkedSection = ({ parked }: Pick<Operation, 'parked'>) => (
  <Section
    title="Parked streams"
    lead="Events that lists could not show, and so all later ones of their stream. They are stored: a version that can read them and make rebuild bring them back."
  >
    {parked === null && <Unknown />}
    {parked?.length === 0 && <p className="px-4 py-3 text-ink-2">No stream is parked.</p>}
    {parked && parked.length > 0 && (
      <ul aria-label="Parked streams">
        {parked.map(({ stream, lane, eventType, error, parkedAt }) => (
          <Entry key={`${lane} ${stream}`} name={stream} note={`${eventType}: ${error}`}>
            {formatExact(parkedAt)}
          </Entry>
        ))}
      </ul>
    )}
  </Section>
)
