import type { Position } from '@lectern/platform/event-store/port.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Issued } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { Copied } from '../domain/library/sharing/copies.ts'
import { decide } from '../domain/library.ts'
import { chunksOf } from './chunks.ts'

/**
 * Saves links of somebody else in the caller's library, some with each command. A crash between two of them loses nothing: the request
 * may be repeated, and finds the first ones there.
 * @throws Rejected limit-reached, overgrown, too-much-link-text, and then none is saved
 */
export const takeCopies = async (
  { libraries }: Pick<Aggregates, 'libraries'>,
  libraryId: string,
  links: readonly Copied[],
  issued: Issued,
): Promise<{ readonly copied: number; readonly position: Position | undefined }> => {
  const now = new Date().toISOString()
  await libraries.read(libraryId, library => void decide({ type: 'CopyLinks', links, now }, library))
  let copied = 0
  let position: Position | undefined
  for (const some of chunksOf(links)) {
    const command = { type: 'CopyLinks', links: some, now } as const
    const outcome = await libraries.handle(libraryId, command, {
      ...issued,
      ...{ commandId: uuidv7(), generated: true },
    })
    copied += outcome.events.length
    position = outcome.position
  }
  return { copied, position }
}
