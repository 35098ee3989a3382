import type { Operation } from '@lectern/contracts/api/operation.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { Section } from '../../parts/section.tsx'
import { Entry, Unknown } from './entry.tsx'

/** What takes room. Libraries are not named. */
export const StorageSection = ({ storage }: Pick<Operation, 'storage'>) => (
  <Section title="Storage">
    {storage === null ? (
      <Unknown />
    ) : (
      <ul aria-label="Storage">
        <Entry name="Free" note={`Nothing can be saved below ${formatBytes(storage.neededBytes)}.`}>
          {storage.freeBytes === null ? 'Not known' : formatBytes(storage.freeBytes)}
        </Entry>
        {storage.stores.map(({ name, bytes }) => (
          <Entry key={name} name={name}>
            {formatBytes(bytes)}
          </Entry>
        ))}
        {storage.largestLibraries.length > 0 && (
          <Entry name="Largest libraries" note="Events, texts, pictures and files of each.">
            {storage.largestLibraries.map(formatBytes).join(' · ')}
          </Entry>
        )}
      </ul>
    )}
  </Section>
)
