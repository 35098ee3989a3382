import { LibraryOpened, libraryStream } from '@lectern/contracts/events/library.ts'
import { liveEvents } from '@lectern/platform/audit/live-events.ts'
import { isClosed } from '../closing/is-closed.ts'
import type { Library } from '../domain/library/state.ts'
import type { OperatorParts } from '../operator.ts'

/** Whether nobody has kept anything in the library. */
export const isUnused = ({ nextLinkId, nextCollectionId, imports }: Library): boolean =>
  nextLinkId === 1 && nextCollectionId === 1 && imports.size === 0

/** When each library was opened and changed last, by its events. */
const librariesInLog = async ({ store }: OperatorParts) => {
  const found = new Map<string, { id: string; opened: string; changed: string }>()
  for await (const { stream, created, type, data } of liveEvents(store, {
    libraryId: null,
    after: undefined,
  })) {
    const opened = LibraryOpened.safeParse({ type, data })
    if (opened.success) {
      const { libraryId: id } = opened.data.data
      found.set(libraryStream(id), { id, opened: created, changed: created })
    }
    const library = found.get(stream)
    if (library) library.changed = created
  }
  return [...found.values()]
}

const day = (created: string): string => created.slice(0, 10)
const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/**
 * The libraries in the events that no account has, in lines for the operator. Events name nobody: a person knows the library by its age
 * and size. One that was never used is not told.
 */
export const tellUnowned = async (parts: OperatorParts): Promise<string> => {
  const { pool, aggregates } = parts
  const { rows } = await pool.query<{ id: string }>(
    'SELECT library_id AS id FROM identity.users UNION SELECT library_id FROM identity.closings',
  )
  const owned = new Set(rows.map(({ id }) => id))
  const lines: string[] = []
  for (const { id, opened, changed } of await librariesInLog(parts)) {
    if (owned.has(id) || (await isClosed(aggregates.libraries, id))) continue
    const links = await aggregates.libraries.read(id, library =>
      isUnused(library) ? null : library.links.size,
    )
    if (links !== null)
      lines.push(
        `LIBRARY=${id}  ${countOf(links, 'link')}, opened ${day(opened)}, last changed ${day(changed)}`,
      )
  }
  if (lines.length === 0) return 'Every library that was used has an account.'
  return [
    'No account has these libraries. make adopt EMAIL=a@b.c LIBRARY=… gives one to an account:',
    ...lines,
  ].join('\n')
}
