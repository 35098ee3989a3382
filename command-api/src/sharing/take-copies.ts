import type { Position } from '@lectern/platform/event-store/port.ts'
import type { Issued } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import type { Copied } from '../domain/library/sharing/copies.ts'
import type { Library } from '../domain/library/state.ts'
import { decide } from '../domain/library.ts'
import { chunksOf } from './chunks.ts'

/**
 * Saves links of somebody else in the caller's library, some with each command. A crash between two of them loses nothing: the request
 * may be repeated, finds the first ones there, and counts them too where it has the same key.
 * @throws Rejected limit-reached, overgrown, too-much-link-text, and then none is saved
 */
export const takeCopies = async (
  { libraries }: Pick<Aggregates, 'libraries'>,
  libraryId: string,
  links: readonly Copied[],
  issued: Issued,
): Promise<{ readonly copied: number; readonly position: Position | undefined }> => {
  const now = new Date().toISOString()
  const idOf = (n: number) => `${issued.commandId}/copies/${n}`
  let [n, copied] = [0, 0]
  for (;;) {
    const given = issued.generated ? undefined : await libraries.recall(libraryId, idOf(n))
    if (given === undefined) break
    copied += given.events.length
    n += 1
  }
  const decided = (library: Library) => void decide({ type: 'CopyLinks', links, now }, library)
  let { position } = await libraries.readAt(libraryId, decided)
  for (const some of chunksOf(links)) {
    const command = { type: 'CopyLinks', links: some, now } as const
    const outcome = await libraries.handle(libraryId, command, { ...issued, commandId: idOf(n) })
    position = outcome.position
    copied += outcome.events.length
    // A command without events is not remembered.
    if (outcome.events.length > 0) n += 1
  }
  return { copied, position }
}
