import { createReadStream, statSync } from 'node:fs'
import { chunksOf } from '@lectern/workers/sources/chunk.ts'
import { detect } from '@lectern/workers/sources/detect.ts'
import type { SourceFile } from '@lectern/workers/sources/source.ts'

/** Cost of parsing one file. */
export type Parsed = { readonly rows: number; readonly seconds: number; readonly peakBytes: number }

/** Parses, normalises and chunks a file; runs in a process of its own, whose peak memory counts. */
const parse = async (path: string): Promise<Parsed> => {
  const { size } = statSync(path)
  const file: SourceFile = {
    name: path,
    size,
    async *read(start = 0, end = size) {
      if (end > start) yield* createReadStream(path, { start, end: end - 1 })
    },
  }
  const started = performance.now()
  let rows = 0
  for await (const { chunk } of chunksOf((await detect(file, 'pocket')).read(file), { now: new Date() }))
    rows += chunk.rows.length
  const seconds = (performance.now() - started) / 1_000
  return { rows, seconds, peakBytes: process.resourceUsage().maxRSS * 1_024 }
}

const [path = ''] = process.argv.slice(2)
process.send?.(await parse(path))
process.disconnect?.()
