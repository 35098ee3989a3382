import { BACKUPS, type Backups, type Operation } from '@lectern/contracts/api/operation.ts'
import { formatExact } from '../../lib/format.ts'
import { Section } from '../../parts/section.tsx'
import { Entry } from './entry.tsx'

/** The last backups, and whether one was tried out. */
export const BackupsSection = ({ backups, unknown }: Pick<Operation, 'backups' | 'unknown'>) => (
  <Section title="Backups">
    {unknown.includes(BACKUPS) ? (
      <p className="px-4 py-3 text-ink-2">Not known now.</p>
    ) : backups === null ? (
      <p className="px-4 py-3 text-ink-2">
        No backups are set up. The page “Running Lectern” (docs/operations.md) says how, under “Back up and
        restore”.
      </p>
    ) : (
      <ul aria-label="Backups">
        <Runs name="Last backup" runs={backups.backups} />
        <Runs name="Last drill" runs={backups.drills} />
        {(backups.restores.done ?? backups.restores.failed) && (
          <Runs name="Last restore" runs={backups.restores} />
        )}
      </ul>
    )}
  </Section>
)

const Runs = ({ name, runs: { done, failed, running } }: { name: string; runs: Backups['backups'] }) => (
  <>
    <Entry name={name} note={done?.facts.join(', ') ?? ''}>
      {done?.endedAt ? formatExact(done.endedAt) : 'None has succeeded yet'}
    </Entry>
    {failed && (
      <Entry name="Failed since" note={failed.failure ?? ''}>
        <span className="text-danger">{formatExact(failed.beganAt)}</span>
      </Entry>
    )}
    {running && <Entry name="Runs now">since {formatExact(running.beganAt)}</Entry>}
  </>
)
