import type { Export, ExportFormat } from '@lectern/contracts/api/exports.ts'
import { until } from '@lectern/stack/probes.ts'
import { sendSignal } from '@lectern/stack/process-id.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, megabytes } from '../measure/report.ts'
import { watchRss } from '../measure/watch-rss.ts'
import { fillLibrary } from '../world/seed.ts'
import { fold, signUp, succeed, type User } from '../world/users.ts'

const LINKS = 50_000
const ARTICLES_IN_ZIP = 5_000
const JSON_SECONDS = 10
const ZIP_SECONDS = 60
const AUDIT_SECONDS = 30
const RSS_MAX = 250_000_000
const PATIENCE_MS = 300_000

/** Exports of a library of 50,000 links as JSON and as an audit file, and of one of 5,000 articles as ZIP, from the request until the file is there. */
export const exportLines = async (parts: BenchParts, articles: number): Promise<Line[]> => {
  const { stack, pool, store, site } = parts
  const [large, read] = await signUp({ port: stack.port, pool, prefix: 'exporting' }, 2)
  if (!large || !read) throw new Error('No user could sign up')
  await fillLibrary(store, large, { site, articles, links: LINKS })
  await fillLibrary(store, read, { site, articles, links: ARTICLES_IN_ZIP })
  await fold([large, read], site)
  await startAnew(parts, 'gateway')
  return [
    ...(await linesOf(
      parts,
      large,
      'json',
      `(u) export of ${LINKS.toLocaleString('en')} links as JSON`,
      JSON_SECONDS,
    )),
    ...(await linesOf(
      parts,
      large,
      'audit',
      `    audit file of ${LINKS.toLocaleString('en')} links`,
      AUDIT_SECONDS,
    )),
    ...(await linesOf(
      parts,
      read,
      'zip',
      `    export of ${ARTICLES_IN_ZIP.toLocaleString('en')} articles as ZIP`,
      ZIP_SECONDS,
    )),
  ]
}

/** Seeding leaves a process larger than requests do. */
const startAnew = async ({ stack }: BenchParts, name: string): Promise<void> => {
  const before = stack.pidOf(name)
  sendSignal(before, 'SIGKILL')
  await until('Another process', async () => stack.processes()[name]?.pid !== before)
  await until('The stack', stack.ready)
}

const linesOf = async (
  { stack }: BenchParts,
  { api }: User,
  format: ExportFormat,
  measure: string,
  most: number,
): Promise<Line[]> => {
  const [rss, ofExporter] = [watchRss(stack.processes), watchRss(stack.processes, ['exporter'])]
  const began = performance.now()
  const { id } = await succeed<Export>(api, { method: 'POST', path: '/api/exports', body: { format } })
  const find = () => succeed<Export>(api, { method: 'GET', path: `/api/exports/${id}` })
  await until('The export', async () => (await find()).endedAt !== null, PATIENCE_MS)
  const seconds = (performance.now() - began) / 1_000
  const [largest, exporter] = [rss(), ofExporter()]
  const { status, size } = await find()
  return [
    {
      measure: `${measure}, ${megabytes(size ?? 0)}`,
      ours: `${seconds.toFixed(1)} s`,
      required: `under ${most} s`,
      ok: status === 'done' && seconds < most,
    },
    { measure: '    most memory (RSS) of the exporter', ours: megabytes(exporter.bytes) },
    {
      measure: `    most memory (RSS) of a process of ours: ${largest.name}`,
      ours: megabytes(largest.bytes),
      required: 'under 250 MB',
      ok: largest.bytes < RSS_MAX,
    },
  ]
}
