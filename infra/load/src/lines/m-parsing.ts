import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFlags } from '@lectern/stack/services.ts'
import { type Line, megabytes, rate } from '../measure/report.ts'
import { EXPORTS, writeExport } from '../world/export-files.ts'
import type { Parsed } from '../world/parse-file.ts'

const ROWS = 500_000
const RATE_MIN = { CSV: 100_000, HTML: 50_000, JSON: 50_000 }
const MEMORY_MAX = 150_000_000

/** Parsing files of 500,000 rows, from bytes to chunks, each in a process of its own with the workers' flags. */
export const parsingLines = async (): Promise<Line[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'parsing-'))
  const lines: Line[] = []
  try {
    for (const [name, form] of Object.entries(EXPORTS)) {
      const path = join(folder, name)
      await writeExport(path, form, ROWS)
      lines.push(...linesOf(name, RATE_MIN[form.kind], await parse(path)))
      await rm(path)
    }
    return lines
  } finally {
    await rm(folder, { recursive: true })
  }
}

const linesOf = (name: string, required: number, { rows, seconds, peakBytes }: Parsed): Line[] => [
  {
    measure: `(m) Parsing ${name}, ${rows.toLocaleString('en')} rows`,
    ours: rate(rows / seconds),
    required: `at least ${rate(required)}`,
    ok: rows === ROWS && rows / seconds >= required,
  },
  {
    measure: '    its peak memory',
    ours: megabytes(peakBytes),
    required: `under ${megabytes(MEMORY_MAX)}`,
    ok: peakBytes < MEMORY_MAX,
  },
]

const parse = async (path: string): Promise<Parsed> => {
  const child = fork(new URL('../world/parse-file.ts', import.meta.url), [path], {
    execArgv: [...process.execArgv, ...nodeFlags('workers')],
  })
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`Parsing ${path} ended with ${status}`)
  })
  const [parsed] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return parsed
}
