import type { Operation } from '@lectern/contracts/api/operation.ts'
import { formatCount } from '../../lib/format.ts'
import { Section } from '../../parts/section.tsx'
import type { Settle } from './api.ts'
import { Entry, Unknown } from './entry.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { duration } from './words.ts'

type Props = Pick<Operation, 'jobs' | 'failed'> & { settle: Settle }

/** What waits, and what failed for good. */
export const WorkSection = ({ jobs, failed, settle }: Props) => (
  <>
    <Section title="Work" lead="What waits for workers, and mails that wait to be sent.">
      {jobs === null ? (
        <Unknown />
      ) : (
        <ul aria-label="Work">
          {jobs.map(({ kind, name, waiting, oldestSeconds, isStalled }) => (
            <Entry key={kind} name={name} note={isStalled ? 'None of these is finished any more.' : ''}>
              {waiting === 0
                ? 'None waits'
                : `${formatCount(waiting)} ${waiting === 1 ? 'waits' : 'wait'}, the oldest for ${duration(oldestSeconds)}`}
            </Entry>
          ))}
        </ul>
      )}
    </Section>
    <Section
      title="Failed for good"
      lead="Each was tried several times, and nobody tries it again by itself."
    >
      {failed === null || jobs === null ? (
        <Unknown />
      ) : (
        <FailedJobs jobs={jobs} failed={failed} settle={settle} />
      )}
    </Section>
  </>
)
