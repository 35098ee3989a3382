import { randomUUID } from 'node:crypto'
import type { LinkSaved } from '@lectern/contracts/events/library.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import type { NewEvent } from '@lectern/platform/event-store/port.ts'
import type { z } from 'zod'

/** LinkSaved as a save appends it, about 700 bytes with metadata. Limits store equal events in other streams. */
export const linkSaved = ({ linkId, url, name }: { linkId: number; url: string; name: string }) => {
  const at = new Date().toISOString()
  const data: z.infer<typeof LinkSaved>['data'] = {
    linkId,
    url,
    urlKey: url.replace(/^https?:\/\//, ''),
    title: `An article about ${name}`,
    note: null,
    tags: ['bench'],
    duplicateAccepted: false,
    at,
  }
  return { id: randomUUID(), type: 'LinkSaved', data, metadata: metadata() } satisfies NewEvent
}

export const metadata = (): EventMetadata => ({
  actorId: '019a0000-0000-7000-8000-000000000001',
  via: 'web',
  commandId: randomUUID(),
  commandHash: 'a'.repeat(43),
})
