import { parseArgs } from 'node:util'
import { type BenchParts, startBench } from './bench-parts.ts'
import { listLines } from './lines/a-list.ts'
import { saveLines } from './lines/b-save.ts'
import { eventStoreLines } from './lines/c-event-store.ts'
import { projectionLines } from './lines/d-projection.ts'
import { memoryLines } from './lines/e-memory.ts'
import { javascriptLines } from './lines/f-javascript.ts'
import { coldCommandLines } from './lines/g-cold-command.ts'
import { pageLines } from './lines/h-page.ts'
import { searchLines } from './lines/i-search.ts'
import { dashboardLines } from './lines/j-dashboard.ts'
import { bulkLines } from './lines/k-bulk.ts'
import { mixedLines } from './lines/l-mixed.ts'
import { parsingLines } from './lines/m-parsing.ts'
import { importLines } from './lines/n-imports.ts'
import { openingLines } from './lines/o-opening.ts'
import { articleLines } from './lines/p-articles.ts'
import { highlightLines } from './lines/q-highlights.ts'
import { webhookLines } from './lines/r-webhooks.ts'
import { offlineLines } from './lines/s-offline.ts'
import { millionLines } from './lines/t-million.ts'
import { exportLines } from './lines/u-exports.ts'
import { pastLines } from './lines/v-past.ts'
import { historyLines } from './lines/w-history.ts'
import { type Line, printTable } from './measure/report.ts'
import { fillLibraries, type Libraries } from './world/libraries.ts'
import { fillLibrary, liftCap, readArticles } from './world/seed.ts'
import { signUp, type User } from './world/users.ts'

/** Links of the one large library. */
const LINKS = 50_000
/** Users who save, two for each of 64 connections. */
const SAVERS = 128
const ARTICLES = 100

type World = {
  readonly parts: BenchParts
  readonly reader: User
  readonly savers: readonly User[]
  /** Fills the libraries at the first call, so that earlier lines measure without them. */
  readonly libraries: () => Promise<Libraries>
}

/** The order matters: memory follows the load, then the gateway restarts, and lines with large libraries come last. */
const LINES: Record<string, (world: World) => Promise<Line[]> | Line[]> = {
  a: ({ parts, reader }) => listLines(parts, reader, LINKS),
  b: ({ parts, savers }) => saveLines(parts, savers),
  c: ({ parts }) => eventStoreLines(parts),
  d: ({ parts }) => projectionLines(parts, ARTICLES),
  e: ({ parts }) => memoryLines(parts),
  f: ({ parts, reader }) => javascriptLines(parts, reader),
  g: ({ parts, reader }) => coldCommandLines(parts, reader, LINKS),
  h: async ({ parts, libraries }) => pageLines(parts, await libraries()),
  i: async ({ parts, libraries }) => searchLines(parts, await libraries()),
  j: ({ parts, reader }) => dashboardLines(parts, reader, LINKS),
  k: async ({ parts, libraries }) => bulkLines(parts, await libraries()),
  l: async ({ parts, libraries }) => mixedLines(parts, await libraries()),
  m: () => parsingLines(),
  n: ({ parts }) => importLines(parts),
  o: ({ parts, reader }) => openingLines(parts, reader),
  p: () => articleLines(),
  q: ({ parts, reader }) => highlightLines(parts, reader),
  r: ({ parts }) => webhookLines(parts),
  s: ({ parts }) => offlineLines(parts),
  t: ({ parts }) => millionLines(parts, ARTICLES),
  u: ({ parts }) => exportLines(parts, ARTICLES),
  v: ({ parts }) => pastLines(parts, ARTICLES),
  w: ({ parts, reader }) => historyLines(parts, reader),
}

const progress = (text: string) => process.stderr.write(`${new Date().toISOString()} ${text}\n`)

const prepare = async (parts: BenchParts, wanted: readonly string[]): Promise<World> => {
  const { stack, pool, store, site } = parts
  const names = { port: stack.port, pool, prefix: 'bench' }
  const [reader, ...savers] = await signUp(names, wanted.includes('b') ? SAVERS + 1 : 1)
  if (reader === undefined) throw new Error('No user could sign up')
  for (const saver of savers) await liftCap(store, saver)
  const [scout] = await signUp({ ...names, prefix: 'scout' }, 1)
  if (scout !== undefined) await readArticles(scout, site, ARTICLES)
  if (wanted.some(name => 'agjw'.includes(name)))
    await fillLibrary(store, reader, { site, articles: ARTICLES, links: LINKS })
  let libraries: Promise<Libraries> | undefined
  const filled = () => {
    libraries ??= fillLibraries(parts, progress)
    return libraries
  }
  return { parts, reader, savers, libraries: filled }
}

/** @returns whether every line met its requirement */
const bench = async (wanted: readonly string[]): Promise<boolean> => {
  progress('Starting a separate stack and filling it.')
  const lines: Line[] = []
  const parts = await startBench()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void parts.stop().finally(() => process.exit(130)))
  try {
    const world = await prepare(parts, wanted)
    for (const name of wanted) {
      progress(`Measuring (${name}).`)
      lines.push(...((await LINES[name]?.(world)) ?? []))
    }
    return lines.every(line => line.ok !== false)
  } finally {
    process.stdout.write(printTable(lines))
    await parts.stop()
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = values.only?.split(',') ?? Object.keys(LINES)
const unknown = wanted.find(name => !(name in LINES))
if (unknown !== undefined) throw new Error(`There is no line ${unknown}. Choose from ${Object.keys(LINES)}`)
process.exitCode = (await bench(wanted)) ? 0 : 1
