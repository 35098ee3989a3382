import { spawn } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '@lectern/stack/services.ts'
import type { BenchParts } from '../bench-parts.ts'
import { memoryOf } from '../measure/memory.ts'
import { type Line, megabytes, milliseconds, times } from '../measure/report.ts'
import { lanesPass } from '../world/caught-up.ts'
import { FIRST_PAGE } from '../world/first-page.ts'
import { holding } from '../world/holding.ts'
import { fillLibrary } from '../world/seed.ts'
import { saveLink, type User } from '../world/users.ts'
import { appendLibraries, EVENTS } from './t-million.ts'

const PICTURES = 20_000
const PICTURE_BYTES = 500_000
const AT_ONCE = 8
const LINKS = 1_000
const PATIENCE_MS = 600_000
const ARRIVALS_PER_SECOND = 30
const LOOK_SECONDS = 10

const MEMORY_MAX = 200_000_000
const SLOWER_MAX = 3
const LATER_MAX_S = 60
const RESTORE_MAX_S = 900

/** Measures backups of a million events and 10 GB of pictures while lists are read, and a drill, which restores and verifies them. */
export const backupLines = async (parts: BenchParts, reader: User, articles: number): Promise<Line[]> => {
  const { stack, pool, store, site } = parts
  await fillLibrary(store, reader, { site, articles, links: LINKS })
  await holding(stack, 'projectors', () => appendLibraries(parts, articles))
  await lanesPass(pool, await store.end(), () => true, PATIENCE_MS)
  await addPictures(parts)

  const folder = {
    BACKUP_TO: join(stack.dataDir, 'backups'),
    BACKUP_DRILLS_IN: join(stack.dataDir, 'drills'),
  }
  const run = (script: string) => runBeside(script, { ...process.env, ...folder, DATA_DIR: stack.dataDir })
  const idle = await listsWhile(
    parts,
    reader,
    new Promise(resolve => setTimeout(resolve, 3 * LOOK_SECONDS * 1_000)),
  )
  const whole = run('infra/backup/src/main.ts')
  const busy = await listsWhile(parts, reader, whole)
  const first = await whole
  for (let n = 0; n < 100; n += 1) await saveLink(reader, `${site}/later-${n}`)
  const later = await run('infra/backup/src/main.ts')
  const drill = await run('infra/stack/src/backups/drill-main.ts')
  const [restored = 0, verified = 0] = [...drill.said.matchAll(/after (\d+) s/g)].map(([, s]) => Number(s))
  const gigabytes = (PICTURES * PICTURE_BYTES) / 1e9
  return [
    {
      measure: `(v) ${EVENTS.toLocaleString('en')} events and ${gigabytes} GB of pictures: first backup`,
      ours: `${first.seconds} s`,
    },
    {
      measure: '    memory of the backup',
      ours: megabytes(first.bytes),
      required: `at most ${megabytes(MEMORY_MAX)}`,
      ok: first.bytes <= MEMORY_MAX,
    },
    {
      measure: '    lists meanwhile, p99, against those before',
      ours: milliseconds(busy),
      limit: milliseconds(idle),
      ratio: times(busy / idle),
      required: `at most × ${SLOWER_MAX}`,
      ok: busy <= SLOWER_MAX * idle,
    },
    {
      measure: '    next backup, 100 links later',
      ours: `${later.seconds} s`,
      required: `at most ${LATER_MAX_S} s`,
      ok: later.seconds <= LATER_MAX_S,
    },
    { measure: '    restored', ours: `${restored} s` },
    {
      measure: '    restored, filled and verified',
      ours: `${verified} s`,
      required: `at most ${RESTORE_MAX_S} s`,
      ok: verified > 0 && verified <= RESTORE_MAX_S,
    },
  ]
}

/** Random bytes, which no compression makes smaller. */
const addPictures = async ({ pool }: BenchParts): Promise<void> => {
  let left = PICTURES
  const bytes = () => randomFillSync(Buffer.alloc(PICTURE_BYTES))
  const work = async () => {
    while (left > 0) {
      left -= 1
      const content = bytes()
      const hash = createHash('sha256').update(content).digest('hex')
      await pool.query(
        `WITH picture AS (INSERT INTO content.images (hash, width, height, bytes) VALUES ($1, 1, 1, $3))
         INSERT INTO content.image_copies (hash, width, content) VALUES ($1, 1, $2)`,
        [hash, content, PICTURE_BYTES],
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** The largest p99 of lists, in ms, of looks until the work is done. */
const listsWhile = async (
  { generator, stack }: BenchParts,
  reader: User,
  work: Promise<unknown>,
): Promise<number> => {
  let isDone = false
  const ending = work.finally(() => {
    isDone = true
  })
  const found: number[] = []
  while (!isDone) {
    const { p99, failed, firstFailure } = await generator.run({
      ...{
        port: stack.port,
        arrivalsPerSecond: ARRIVALS_PER_SECOND,
        people: 1,
        seconds: LOOK_SECONDS,
        warmUp: 1,
      },
      requests: { kind: 'get', paths: [FIRST_PAGE], cookies: [reader.api.cookie()] },
    })
    if (failed > 0) throw new Error(`A list failed: ${firstFailure}`)
    found.push(p99)
  }
  await ending
  return Math.max(...found)
}

type Ran = { readonly said: string; readonly seconds: number; readonly bytes: number }

/** Runs a script beside the stack, and watches its memory. @throws Error with what it said */
const runBeside = async (script: string, env: NodeJS.ProcessEnv): Promise<Ran> => {
  const began = performance.now()
  const args = [`${ROOT}infra/stack/src/with-stack-env.ts`, 'backup', script]
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let bytes = 0
  const watching = setInterval(() => {
    bytes = Math.max(bytes, memoryOf(child.pid ?? 0)?.rss ?? 0)
  }, 100)
  const status = new Promise<number | null>((resolve, reject) =>
    child.once('exit', resolve).once('error', reject),
  )
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr), status])
  clearInterval(watching)
  if ((await status) !== 0) throw new Error(`${script}: ${said}${complaint}`)
  return { said, bytes, seconds: Math.round((performance.now() - began) / 1_000) }
}
