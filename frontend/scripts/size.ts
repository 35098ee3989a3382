import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * Prints the size of the JavaScript that the dashboard loads, and of that of each public page, brotli-compressed as the
 * server sends it. Fails above the budgets. Lists the dashboard's files that load later, on a click or a hover, separately.
 * Run `npm run build -w @lectern/frontend` first.
 */
const BUDGET_BYTES = 125_000
/** The budget of a public page, with what it loads later. */
const PAGE_BUDGET_BYTES = 90_000
const DIST = join(import.meta.dirname, '../dist')
const DASHBOARD = 'src/features/library/dashboard-screen.tsx'
const ENTRY = 'index.html'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; name?: string }

type Manifest = Readonly<Record<string, Chunk>>

const readManifest = (name: string): Manifest => JSON.parse(readFileSync(join(DIST, '.vite', name), 'utf8'))
const manifest = readManifest('manifest.json')

/** The chunk with those that it needs. */
const withImports = (
  key: string,
  chunks: Manifest = manifest,
  alsoLater = false,
  found: Set<string> = new Set(),
): Set<string> => {
  const chunk = chunks[key]
  if (!chunk || found.has(key)) return found
  found.add(key)
  const needed = [...(chunk.imports ?? []), ...((alsoLater && chunk.dynamicImports) || [])]
  for (const each of needed) withImports(each, chunks, alsoLater, found)
  return found
}

const bytes = (file: string): number => brotliCompressSync(readFileSync(join(DIST, file))).length
const fileOf = (key: string): string => manifest[key]?.file ?? ''
const report = (file: string, name = file) => {
  const size = bytes(file)
  process.stdout.write(`${String(size).padStart(9)}  ${name}\n`)
  return size
}
const reportChunk = (key: string) => report(fileOf(key), manifest[key]?.name)

const loaded = new Set([...withImports(ENTRY), ...withImports(DASHBOARD)])
let total = report('theme.js')
for (const key of loaded) total += reportChunk(key)
process.stdout.write(`${String(total).padStart(9)}  the dashboard, of ${BUDGET_BYTES}\n\nlater:\n`)
for (const key of Object.keys(manifest)) if (!loaded.has(key) && fileOf(key).endsWith('.js')) reportChunk(key)

if (total > BUDGET_BYTES) {
  process.stderr.write(`The dashboard's JavaScript is ${total - BUDGET_BYTES} bytes over its budget.\n`)
  process.exitCode = 1
}

const site = readManifest('site.json')
const frame = 'src/site/frame/act.ts'
process.stdout.write(`\npublic pages, of ${PAGE_BUDGET_BYTES} each:\n`)
for (const act of Object.keys(site).filter(key => key.startsWith('src/site/'))) {
  const chunks = new Set([...withImports(frame, site, true), ...withImports(act, site, true)])
  const size = [...chunks].reduce((sum, key) => sum + bytes(site[key]?.file ?? ''), bytes('theme.js'))
  process.stdout.write(`${String(size).padStart(9)}  ${act}\n`)
  if (size <= PAGE_BUDGET_BYTES) continue
  process.stderr.write(`The JavaScript of ${act} is ${size - PAGE_BUDGET_BYTES} bytes over its budget.\n`)
  process.exitCode = 1
}
