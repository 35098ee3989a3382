import type { ExtractJob } from '@lectern/contracts/jobs.ts'
import type { Position } from '@lectern/platform/event-store/port.ts'
import { comparePositions, encodePosition } from '@lectern/platform/event-store/position.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { until } from '@lectern/stack/probes.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startProjections } from '../test-support/projections.ts'
import { readReactionsCheckpoint } from './checkpoint.ts'
import type { LoopName } from './jobs.ts'
import { runReactions } from './reactions.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

/** A pool that calls back when the checkpoint of a loop has reached the end of the recorded events. */
const watched = (loop: LoopName, atTheEnd: () => void, asked: (query: object) => void): Pool => {
  const end = projections.end()
  const { pool, storeId } = projections
  const watch =
    (db: { query: unknown }) =>
    async (...args: unknown[]) => {
      asked(Object(args[0]))
      const result = await (db.query as (...args: unknown[]) => Promise<unknown>).apply(db, args)
      const reached = await readReactionsCheckpoint(pool, storeId, loop)
      if (end && reached && comparePositions(reached, end) >= 0) atTheEnd()
      return result
    }
  const connect = async () => {
    const client = await pool.connect()
    return { query: watch(client), release: () => client.release() }
  }
  return { query: watch(pool), connect } as unknown as Pool
}

/** Runs a loop of reactions up to the last recorded event, which must be one that they follow. */
const react = async (loop: LoopName, asked = (_query: object) => {}) => {
  const stop = new AbortController()
  const pool = watched(loop, () => stop.abort(), asked)
  await runReactions({ ...projections, loop, pool, signal: stop.signal })
}

const jobs = async (kind = 'extract-interactive'): Promise<ExtractJob[]> => {
  const { rows } = await projections.pool.query<{ job: ExtractJob }>(
    'SELECT job FROM projections.work WHERE kind = $1 ORDER BY since, xmin::text::bigint',
    [kind],
  )
  return rows.map(({ job }) => job)
}

it('the article of a saved link is asked for once, also when its events come again', async () => {
  const library = aLibrary()
  const url = 'https://example.com/one'
  await projections.record(library.stream, [library.opened(), library.saved(1, { url: `${url}#part` })])
  await react('jobs')
  const [job, ...others] = await jobs()
  expect(others).toEqual([])
  expect(job).toMatchObject({
    articleId: anArticle(url).id,
    url,
    askedBy: library.id,
    link: { libraryId: library.id, linkId: 1, position: encodePosition(projections.end() as Position) },
  })

  await projections.pool.query('DELETE FROM projections.reactions_checkpoint')
  await react('jobs')
  expect(await jobs()).toEqual([job])
})

it('an event of a library that cannot be read is passed over', async () => {
  const library = aLibrary()
  const url = 'https://example.com/after'
  const unreadable = { type: 'LinkSaved', data: { linkId: 1 } }
  await projections.record(library.stream, [library.opened(), unreadable, library.saved(2, { url })])
  await react('jobs')
  expect((await jobs()).at(-1)).toMatchObject({ articleId: anArticle(url).id, url })
})

it('an article that has a result is not asked for until a reader asks again', async () => {
  const library = aLibrary()
  const article = anArticle('https://example.com/two')
  await projections.record(article.stream, [article.failed()])
  await projections.project()
  await projections.record(library.stream, [
    library.opened(),
    library.saved(1, { url: 'https://example.com/two' }),
  ])
  const before = await jobs()
  await react('jobs')
  expect(await jobs()).toEqual(before)

  await projections.record(article.stream, [article.retried(library.id)])
  await react('jobs')
  expect((await jobs()).at(-1)).toMatchObject({
    articleId: article.id,
    url: 'https://example.com/two',
    askedBy: library.id,
  })
})

it('an article is asked for when known articles cannot be looked up', async () => {
  const library = aLibrary()
  const url = 'https://example.com/unknown'
  await projections.record(library.stream, [library.opened(), library.saved(1, { url })])
  await react('jobs', query => {
    if ('name' in query && String(query.name).startsWith('known-articles'))
      throw new Error('Query read timeout')
  })
  expect((await jobs()).at(-1)).toMatchObject({ articleId: anArticle(url).id, url })
})

it('the rows of a chunk of imported links are there with the checkpoint, or neither is', async () => {
  const library = aLibrary()
  await projections.record(library.stream, [library.opened()])
  await react('jobs')
  const imported = library.imported([1, 2, 3])
  await projections.record(library.stream, [imported])
  const before = await readReactionsCheckpoint(projections.pool, projections.storeId, 'jobs')
  let times = 0
  await react('jobs', query => {
    if (!String(query).includes('INSERT INTO projections.work')) return
    times += 1
    // The checkpoint was moved in this transaction, which fails.
    if (times === 1) throw new Error('Postgres was killed')
  })
  const links = await jobs('extract-bulk')
  expect(links.map(({ link }) => link?.linkId).sort()).toEqual([1, 2, 3])
  expect(times).toBe(2)
  expect(before).not.toEqual(await readReactionsCheckpoint(projections.pool, projections.storeId, 'jobs'))
})

it('a loop that stood still while another process led adds no row again', async () => {
  const { pool, storeId, record } = projections
  const library = aLibrary()
  await record(library.stream, [library.opened()])
  await react('jobs')
  const [slow, fast] = [new AbortController(), new AbortController()]
  const stood = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const connect = async () => {
    stood.resolve()
    await goesOn.promise
    return pool.connect()
  }
  const looks: unknown[] = []
  const query = (...args: Parameters<Pool['query']>) => {
    looks.push(args)
    return pool.query(...args)
  }
  const frozen = { query, connect } as unknown as Pool
  const standing = runReactions({ ...projections, loop: 'jobs', pool: frozen, signal: slow.signal })
  await record(library.stream, [library.saved(1)])
  await stood.promise
  const leading = runReactions({ ...projections, loop: 'jobs', signal: fast.signal })
  const rows = async () =>
    (await pool.query('SELECT FROM projections.work WHERE library_id = $1', [library.id])).rowCount
  await until('The job', async () => (await rows()) === 1)
  fast.abort()
  await leading
  // Workers have done it meanwhile.
  await pool.query('DELETE FROM projections.work WHERE library_id = $1', [library.id])
  const before = looks.length
  goesOn.resolve()
  await until('The loop that reads the checkpoint again', () => looks.length > before)
  expect(await rows()).toBe(0)
  expect(await readReactionsCheckpoint(pool, storeId, 'jobs')).toEqual(projections.end())
  slow.abort()
  await standing
})

it('rows are on disk before the loop goes on, and so is an erasure, since it would not read the events again', async () => {
  const { pool, record } = projections
  await pool.query(`
    CREATE TABLE public.seen (setting text);
    CREATE FUNCTION public.see() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO public.seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
    CREATE TRIGGER seen AFTER INSERT OR DELETE ON projections.work FOR EACH ROW EXECUTE FUNCTION public.see()`)
  const seen = async () => (await pool.query('DELETE FROM public.seen RETURNING setting')).rows
  const library = aLibrary()
  await record(library.stream, [library.opened(), library.saved(1)])
  await react('jobs')
  expect(await seen()).toEqual([{ setting: 'on' }])

  await projections.store.tombstone(library.stream)
  const last = aLibrary()
  await record(last.stream, [last.opened()])
  await react('erasures')
  expect(await seen()).toEqual([{ setting: 'on' }])
  expect((await jobs()).filter(({ askedBy }) => askedBy === library.id)).toEqual([])
})
