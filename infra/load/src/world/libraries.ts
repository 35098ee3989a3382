import { randomUUID } from 'node:crypto'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventStore, NewEvent } from '@lectern/platform/event-store/port.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Random, seeded, shuffled } from '../random.ts'
import { isArticle, readPages } from './articles.ts'
import { lanesPass, reactionsPass } from './caught-up.ts'
import { createWeb, type Page } from './pages.ts'
import { liftCap } from './seed.ts'
import { openedEvent, type Shelf, savedEvent } from './shelf.ts'
import { signUp, type User } from './users.ts'

/** Links of a large library; a tenth of them have an article. */
export const LARGE = 50_000
export const SMALL = 1_000
const MEMBERS = 48
/** Libraries whose users never sign in. */
const LARGE_STRANGERS = 4
const SMALL_STRANGERS = 222

export type Reader = User & { readonly shelf: Shelf }

/** One large library among 500,000 links of others. The people named here have no link limit. */
export type Libraries = {
  readonly large: Reader
  /** A second large library with the pages of `large`, for bulk edits and deletes. */
  readonly editor: Reader
  readonly small: Reader
  /** People with as many links as `small`. */
  readonly members: readonly User[]
}

/** Signs the people up, fills all libraries and waits until everything is projected. This takes some minutes. */
export const fillLibraries = async (
  { stack, pool, store }: BenchParts,
  say: (what: string) => void,
): Promise<Libraries> => {
  say('Filling the large libraries: pages and articles.')
  const web = createWeb(LARGE)
  await readPages(pool, store, web)
  await lanesPass(pool, await store.end(), () => true, 120_000)

  say('Filling the large libraries: links.')
  const users = await signUp({ port: stack.port, pool, prefix: 'library' }, 3 + MEMBERS)
  for (const user of users) await liftCap(store, user)
  const [large, editor, small, ...members] = users
  if (large === undefined || editor === undefined || small === undefined)
    throw new Error('No user could sign up')

  let seed = 0
  const without = web.pages.filter((_, place) => !isArticle(place))
  const shelfOf = (libraryId: string, of: readonly Page[], links: number): Shelf => ({
    libraryId,
    web,
    pages: someOf(of, links, seeded(++seed)),
  })
  const readerOf = (user: User, links: number): Reader => ({
    ...user,
    shelf: shelfOf(user.libraryId, web.pages, links),
  })
  const readers = [readerOf(large, LARGE), readerOf(editor, LARGE), readerOf(small, SMALL)] as const
  const strangers = [
    ...Array.from({ length: LARGE_STRANGERS }, () => shelfOf(randomUUID(), without, LARGE)),
    ...Array.from({ length: SMALL_STRANGERS }, () => shelfOf(randomUUID(), without, SMALL)),
  ]
  for (const { libraryId } of strangers)
    await store.append(libraryStream(libraryId), 'no_stream', [openedEvent(libraryId)])
  const others = members.map(member => shelfOf(member.libraryId, without, SMALL))
  await appendInterleaved(store, [...readers.map(reader => reader.shelf), ...others, ...strangers])
  say('Waiting for the read models.')
  await lanesPass(pool, await store.end(), () => true, 300_000)
  await settle(pool, store)
  return { large: readers[0], editor: readers[1], small: readers[2], members }
}

/** Up to `count` of the pages, in random order. */
const someOf = (pages: readonly Page[], count: number, random: Random): readonly Page[] => {
  if (count >= pages.length) return shuffled(pages, random)
  const chosen = new Set<Page>()
  while (chosen.size < count) chosen.add(pages[Math.floor(random() * pages.length)] as Page)
  return [...chosen]
}

/** Links of one library that are appended together, as in an import. */
const SITTING = 100
const APPENDS_AT_ONCE = 16

/** Interleaves the links of all libraries, so that no library's rows are adjacent on disk. */
const appendInterleaved = async (store: EventStore, shelves: readonly Shelf[]): Promise<void> => {
  const queues = Array.from({ length: APPENDS_AT_ONCE }, (_, n) =>
    // One queue has all events of a library, so they keep their order.
    shelves.filter((_, place) => place % APPENDS_AT_ONCE === n).flatMap(sittingsOf),
  )
  await Promise.all(
    queues.map(async queue => {
      for (const { shelf, first } of queue.toSorted((a, b) => a.when - b.when)) {
        const last = Math.min(first + SITTING, shelf.pages.length)
        const events: NewEvent[] = []
        for (let place = first; place < last; place++) events.push(savedEvent(shelf, place))
        await store.append(libraryStream(shelf.libraryId), 'any', events)
      }
    }),
  )
}

const sittingsOf = (shelf: Shelf) => {
  const count = Math.ceil(shelf.pages.length / SITTING)
  return Array.from({ length: count }, (_, n) => ({ shelf, first: n * SITTING, when: (n + 0.5) / count }))
}

/** Vacuums and analyzes all tables, as autovacuum would, and waits for the reactions to all events. */
const settle = async (pool: BenchParts['pool'], store: EventStore): Promise<void> => {
  const schema = await currentReadSchema(pool)
  const { rows } = await pool.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
    [schema],
  )
  for (const { name } of rows) await pool.query(`VACUUM ANALYZE ${schema}.${name}`)
  await reactionsPass(pool, await store.end(), 300_000)
}
