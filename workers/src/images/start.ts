import { setTimeout as pause } from 'node:timers/promises'
import { ArticleOpened, workSubjects } from '@lectern/contracts/jobs.ts'
import { workKinds } from '@lectern/contracts/work.ts'
import { answerRequests } from '@lectern/platform/nats/request.ts'
import { currentReadSchema } from '@lectern/platform/postgres/read-schemas.ts'
import { RetryLater } from '@lectern/platform/work/retry-later.ts'
import type { WorkerTools } from '../tools.ts'
import { doWork, waitForPostgres } from '../work/do-work.ts'
import { fetchImages } from './fetch-images.ts'
import { imageStore } from './image-store.ts'
import { isHeld, tellTabs } from './links-of-article.ts'
import { room } from './room.ts'
import { firstCursors, sweepImages } from './sweep.ts'
import { adoptWishes, type Wish, wantedWishes, wish, wishKinds, wishOf } from './wishes.ts'

const sweepMs = 30_000
const retryMs = 30_000

/** Fetches the images that articles and cards show (decision 0048), and keeps them within the limits of the store. */
export function startImages(tools: WorkerTools): void {
  const { pool, nats, log, signal, onStop } = tools
  const store = imageStore(pool)
  const limits = room({ pool, max: tools.config.imageStoreMax, log })
  const inWork = new Set<Wish>()

  const htmlOf = async (hash: string) => {
    const { rows } = await pool.query<{ html: string }>(
      'SELECT html FROM content.documents WHERE hash = $1',
      [hash],
    )
    return rows[0]?.html
  }
  const fulfil = async (wanted: Wish) => {
    const schema = await currentReadSchema(pool)
    if (schema === undefined) throw new RetryLater(retryMs, 'no read model serves')
    if (!(await isHeld(pool, schema, wanted.articleId))) return
    const tell = (articleId: string) => tellTabs(pool, schema, articleId)
    await fetchImages(wanted, { ...tools, store, htmlOf, tell }, signal)
    await limits.keep(schema, wanted.libraryId)
  }
  const working = doWork({
    ...tools,
    kinds: wishKinds,
    wanted: () => wantedWishes(inWork),
    work: async taken => {
      const wanted = wishOf(taken)
      inWork.add(wanted)
      await waitForPostgres(fulfil(wanted)).finally(() => inWork.delete(wanted))
    },
  })
  onStop(() => working)

  const sweepForEver = async () => {
    let cursors = firstCursors
    while (!signal.aborted) {
      try {
        const schema = await currentReadSchema(pool)
        if (schema !== undefined) {
          await adoptWishes(pool)
          cursors = await sweepImages(pool, schema, cursors)
        }
      } catch (error) {
        log.warn({ err: error }, 'a sweep of images failed')
      }
      await pause(sweepMs, undefined, { signal }).catch(() => {})
    }
  }
  void sweepForEver()

  onStop(
    answerRequests({
      nats,
      subject: workSubjects.articleOpened,
      queue: 'workers',
      schema: ArticleOpened,
      atOnce: 4,
      log,
      handle: async opened => {
        await store.touch(opened.articleId)
        if (opened.lacksImages) await wishForOpened(opened, tools)
        return { ok: true }
      },
    }),
  )
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
  await wish(pool, { articleId, libraryId, kind: workKinds.opened, whole: true, contentHash, lead, favicon })
}
