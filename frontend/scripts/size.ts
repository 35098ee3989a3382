import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * Prints the size of the JavaScript that the dashboard loads, brotli-compressed as the server sends it. Fails above the
 * budget. Lists the files that load later, on a click or a hover, separately. Run `npm run build -w @lectern/frontend` first.
 */
const BUDGET_BYTES = 130_000
const DIST = join(import.meta.dirname, '../dist')
const DASHBOARD = 'src/features/library/dashboard-screen.tsx'
const ENTRY = 'index.html'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; name?: string }

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))

const withImports = (key: string, found: Set<string> = new Set()): Set<string> => {
  const chunk = manifest[key]
  if (!chunk || found.has(key)) return found
  found.add(key)
  for (const needed of chunk.imports ?? []) withImports(needed, found)
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
