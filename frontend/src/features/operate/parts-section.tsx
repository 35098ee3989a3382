import type { Operation } from '@lectern/contracts/api/operation.ts'
import { Section } from '../../parts/section.tsx'
import { Entry } from './entry.tsx'
import { duration } from './words.ts'

/** What Lectern consists of, and how far each follower of events is. */
export const PartsSection = ({ parts, lags }: Pick<Operation, 'parts' | 'lags'>) => (
  <Section title="Parts">
    <ul aria-label="Parts">
      {parts.map(({ name, isUp, version, note }) => (
        <Entry key={name} name={version === null ? name : `${name} ${version}`} note={note}>
          <span className={isUp ? '' : 'font-semibold text-danger'}>{isUp ? 'Runs' : 'Does not answer'}</span>
        </Entry>
      ))}
    </ul>
    {lags.length > 0 && (
      <>
        <h3 className="border-line border-t bg-sunken px-4 py-2 font-sans text-meta text-ink-2">
          Behind the last event
        </h3>
        <ul aria-label="Behind the last event">
          {lags.map(({ name, seconds }) => (
            <Entry key={name} name={name}>
              {seconds === null ? 'Not known' : seconds < 1 ? 'Up to date' : duration(seconds)}
            </Entry>
          ))}
        </ul>
      </>
    )}
  </Section>
)
