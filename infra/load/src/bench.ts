import { parseArgs } from 'node:util'
import { type BenchParts, startBench } from './bench-parts.ts'
import { listLines } from './lines/a-list.ts'
import { saveLines } from './lines/b-save.ts'
import { projectionLines } from './lines/d-projection.ts'
import { memoryLines } from './lines/e-memory.ts'
import { pageLines } from './lines/h-page.ts'
import { searchLines } from './lines/i-search.ts'
import { bulkLines } from './lines/k-bulk.ts'
import { mixedLines } from './lines/l-mixed.ts'
import { importLines } from './lines/n-imports.ts'
import { openingLines } from './lines/o-opening.ts'
import { articleLines } from './lines/p-articles.ts'
import { offlineLines } from './lines/s-offline.ts'
import { millionLines } from './lines/t-million.ts'
import { sharedLines } from './lines/u-shared.ts'
import { backupLines } from './lines/v-backups.ts'
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

/** The order matters: memory follows the load, and lines with large libraries come last. */
const LINES: Record<string, (world: World) => Promise<Line[]> | Line[]> = {
  a: ({ parts, reader }) => listLines(parts, reader, LINKS),
  b: ({ parts, savers }) => saveLines(parts, savers),
  d: ({ parts }) => projectionLines(parts, ARTICLES),
  e: ({ parts }) => memoryLines(parts),
  h: async ({ parts, libraries }) => pageLines(parts, await libraries()),
  i: async ({ parts, libraries }) => searchLines(parts, await libraries()),
  k: async ({ parts, libraries }) => bulkLines(parts, await libraries()),
  l: async ({ parts, libraries }) => mixedLines(parts, await libraries()),
  n: ({ parts }) => importLines(parts),
  o: ({ parts, reader }) => openingLines(parts, reader),
  p: () => articleLines(),
  s: ({ parts }) => offlineLines(parts),
  t: ({ parts }) => millionLines(parts, ARTICLES),
  u: ({ parts }) => sharedLines(parts),
  v: ({ parts, reader }) => backupLines(parts, reader, ARTICLES),
}
/** It takes 40 GB of disk and half an hour, so it is measured on request alone. */
const ON_REQUEST = 'v'

const progress = (text: string) => process.stderr.write(`${new Date().toISOString()} ${text}\n`)

const prepare = async (parts: BenchParts, wanted: readonly string[]): Promise<World> => {
  const { stack, pool, store, site } = parts
  const names = { port: stack.port, pool, prefix: 'bench' }
  const [reader, ...savers] = await signUp(names, wanted.includes('b') ? SAVERS + 1 : 1)
  if (reader === undefined) throw new Error('No user could sign up')
  for (const saver of savers) await liftCap(store, saver)
  const [scout] = await signUp({ ...names, prefix: 'scout' }, 1)
  if (scout !== undefined) await readArticles(scout, site, ARTICLES)
  if (wanted.includes('a')) await fillLibrary(store, reader, { site, articles: ARTICLES, links: LINKS })
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
const wanted = values.only?.split(',') ?? Object.keys(LINES).filter(name => name !== ON_REQUEST)
const unknown = wanted.find(name => !(name in LINES))
if (unknown !== undefined) throw new Error(`There is no line ${unknown}. Choose from ${Object.keys(LINES)}`)
process.exitCode = (await bench(wanted)) ? 0 : 1
