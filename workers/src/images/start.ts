import { setTimeout as pause } from 'node:timers/promises'
import { ArticleOpened, workSubjects } from '@lectern/contracts/jobs.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import type { WorkerTools } from '../tools.ts'
import { fetchImages } from './fetch-images.ts'
import { imageStore } from './image-store.ts'
import { isHeld, tellTabs } from './links-of-article.ts'
import { room } from './room.ts'
import { firstCursors, sweepImages } from './sweep.ts'
import { type TakenWish, type WishRank, wish, wishes, wishRanks } from './wishes.ts'

/** Articles in work at once: in all, of those nobody opened, and of imported ones. */
const places: readonly [WishRank, number][] = [
  [wishRanks.opened, 6],
  [wishRanks.saved, 4],
  [wishRanks.imported, 2],
]
const placesOfLibrary = 2
const idleMs = 1_000
const sweepMs = 30_000
const retryMs = 30_000
const maxAttempts = 3

/** Fetches the images that articles and cards show (decision 0048), and keeps them within the limits of the store. */
export function startImages(tools: WorkerTools): void {
  const { pool, nats, log, signal, onStop } = tools
  const store = imageStore(pool)
  const queue = wishes(pool)
  const limits = room({ pool, max: tools.config.imageStoreMax, log })
  const inWork = new Map<TakenWish, Promise<void>>()

  const work = async (taken: TakenWish) => {
    const schema = await currentReadSchema(pool)
    if (schema === undefined) return queue.putBack(taken, retryMs)
    if (taken.attempts <= maxAttempts && (await isHeld(pool, schema, taken.articleId))) {
      const tell = (articleId: string) => tellTabs(pool, schema, articleId)
      await fetchImages(taken, { ...tools, store, htmlOf, tell }, signal)
      await limits.keep(schema, taken.libraryId)
    }
    await queue.done(taken)
  }
  const htmlOf = async (hash: string) => {
    const { rows } = await pool.query<{ html: string }>(
      'SELECT html FROM content.documents WHERE hash = $1',
      [hash],
    )
    return rows[0]?.html
  }
  const begin = (taken: TakenWish) => {
    const working = work(taken)
      .catch(async error => {
        if (!signal.aborted) log.warn({ err: error, articleId: taken.articleId }, 'images were not fetched')
        await queue.putBack(taken, signal.aborted ? 0 : retryMs)
      })
      .catch(error => log.warn({ err: error }, 'a wish for images comes again later'))
      .finally(() => {
        inWork.delete(taken)
        look()
      })
    inWork.set(taken, working)
  }

  let look = () => {}
  const takeForEver = async () => {
    while (!signal.aborted) {
      const next = await takeNext().catch(
        error => void log.warn({ err: error }, 'no wish for images was taken'),
      )
      if (next) begin(next)
      else {
        const woken = new Promise<void>(resolve => {
          look = resolve
        })
        await Promise.race([woken, pause(idleMs, undefined, { signal }).catch(() => {})])
      }
    }
  }
  const takeNext = async () => {
    const ranked = (rank: WishRank) => [...inWork.keys()].filter(each => each.rank >= rank).length
    let most: WishRank | undefined
    for (const [rank, atOnce] of places) {
      if (ranked(rank) >= atOnce) break
      most = rank
    }
    if (most === undefined) return undefined
    const libraries = [...inWork.keys()].map(each => each.libraryId)
    const busy = libraries.filter(id => libraries.filter(other => other === id).length >= placesOfLibrary)
    return queue.take(most, busy)
  }

  const sweepForEver = async () => {
    let cursors = firstCursors
    while (!signal.aborted) {
      try {
        const schema = await currentReadSchema(pool)
        if (schema !== undefined) cursors = await sweepImages(pool, schema, cursors)
      } catch (error) {
        log.warn({ err: error }, 'a sweep of images failed')
      }
      await pause(sweepMs, undefined, { signal }).catch(() => {})
    }
  }

  const answering = answerRequests({
    nats,
    subject: workSubjects.articleOpened,
    queue: 'workers',
    schema: ArticleOpened,
    atOnce: 4,
    log,
    handle: async opened => {
      await store.touch(opened.articleId)
      if (opened.lacksImages) await wishForOpened(opened, tools)
      look()
      return { ok: true }
    },
  })
  const taking = takeForEver()
  void sweepForEver()
  onStop(async () => {
    await answering()
    await taking
    await Promise.all(inWork.values())
  })
}

async function wishForOpened(
  { articleId, contentHash, libraryId }: ArticleOpened,
  { pool }: WorkerTools,
): Promise<void> {
  const schema = await currentReadSchema(pool)
  if (schema === undefined) return
  const { rows } = await pool.query<{ lead: string | null; favicon: string | null }>(
    `SELECT image AS lead, favicon FROM ${schema}.articles WHERE article_id = decode($1, 'hex')`,
    [articleId],
  )
  const [{ lead, favicon } = { lead: null, favicon: null }] = rows
  await wish(pool, { articleId, libraryId, rank: wishRanks.opened, whole: true, contentHash, lead, favicon })
}
