import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Readability } from '@mozilla/readability'
import { parsePage, tidySource } from '../read-page/parse.ts'
import { readPage } from '../read-page/read-page.ts'
import { textOf } from '../read-page/words.ts'

export type Scores = {
  readonly pages: number
  /** Processor time of reading a page beyond parsing it and Readability, at the median, in ms. */
  readonly overReadabilityMs: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** The half of a corpus that a page is in, by the hash of its name. */
export const halfOf = (name: string): 'even' | 'odd' =>
  (createHash('sha256').update(name).digest()[0] ?? 0) % 2 === 0 ? 'even' : 'odd'

/**
 * Scores readPage on a folder of pages whose articles people marked (fixtures/articles/README.md). Figures and captions do
 * not count. @param belongs chooses among the names of pages
 */
export function scoreCorpus(folder: URL, belongs: (name: string) => boolean = () => true): Scores {
  const marked = JSON.parse(readFileSync(new URL('ground-truth.json', folder), 'utf8')) as Record<
    string,
    { articleBody: string; url: string }
  >
  let precision = 0
  let recall = 0
  const times: number[] = []
  const nameOf = (path: string) => path.replace(/^.*\/|\.html\.gz$/g, '')
  const names = readdirSync(new URL('.', folder), { recursive: true, encoding: 'utf8' }).filter(
    path => /\.html\.gz$/.test(path) && belongs(nameOf(path)),
  )
  for (const name of names) {
    const { articleBody, url } = marked[nameOf(name)] ?? {
      articleBody: '',
      url: '',
    }
    const body = gunzipSync(readFileSync(new URL(name, folder)))
    const started = threadMs()
    const result = readPage({ url, contentType: 'text/html; charset=utf-8', body }, new Set())
    const readMs = threadMs() - started
    times.push(readMs - readabilityMs(body))
    const kept = result.kind === 'read' ? textOf(result.html.replace(/<figure[\s\S]*?<\/figure>/g, '\n')) : ''
    const [expected, found] = [shingles(articleBody), shingles(kept)]
    const shared = [...found].reduce((sum, [key, count]) => sum + Math.min(count, expected.get(key) ?? 0), 0)
    precision += shared / size(found) / names.length
    recall += shared / size(expected) / names.length
  }
  const overReadabilityMs = times.sort((a, b) => a - b)[times.length >> 1] ?? 0
  return {
    pages: names.length,
    overReadabilityMs,
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
  }
}

/** Processor time of this thread, so that other processes do not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What Readability alone takes for a page, parsing included. */
function readabilityMs(body: Uint8Array): number {
  const started = threadMs()
  const document = parsePage(tidySource(new TextDecoder().decode(body)))
  new Readability(document as never).parse()
  return threadMs() - started
}

function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const counts = new Map<string, number>()
  for (let i = 0; i < Math.max(1, words.length - 3); i += 1) {
    const key = words.slice(i, i + 4).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

const size = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** The articles of the pages in fixtures/articles. */
export const fixtureArticles = (): { readonly title: string; readonly html: string }[] => {
  const folder = new URL('../../fixtures/articles/', import.meta.url)
  const names = readdirSync(folder).filter(name => name.endsWith('.html.gz'))
  return names.flatMap(name => {
    const body = gunzipSync(readFileSync(new URL(name, folder)))
    const url = 'https://www.daily.example/fog'
    const result = readPage({ url, contentType: 'text/html; charset=utf-8', body }, new Set())
    return result.kind === 'read' ? [{ title: result.page.title ?? name, html: result.html }] : []
  })
}
