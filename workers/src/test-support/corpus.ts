import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readPage } from '../read-page/read-page.ts'
import { textOf } from '../read-page/words.ts'

export type Scores = {
  readonly pages: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/**
 * Scores readPage on a folder of pages whose articles people marked (fixtures/articles/README.md). Figures and captions do
 * not count.
 */
export function scoreCorpus(folder: URL): Scores {
  const marked = JSON.parse(readFileSync(new URL('ground-truth.json', folder), 'utf8')) as Record<
    string,
    { articleBody: string; url: string }
  >
  let precision = 0
  let recall = 0
  const names = readdirSync(new URL('.', folder), { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.html\.gz$/.test(name),
  )
  for (const name of names) {
    const { articleBody, url } = marked[name.replace(/^.*\/|\.html\.gz$/g, '')] ?? {
      articleBody: '',
      url: '',
    }
    const body = gunzipSync(readFileSync(new URL(name, folder)))
    const result = readPage({ url, contentType: 'text/html; charset=utf-8', body }, new Set())
    const kept = result.kind === 'read' ? textOf(result.html.replace(/<figure[\s\S]*?<\/figure>/g, '\n')) : ''
    const [expected, found] = [shingles(articleBody), shingles(kept)]
    const shared = [...found].reduce((sum, [key, count]) => sum + Math.min(count, expected.get(key) ?? 0), 0)
    precision += shared / size(found) / names.length
    recall += shared / size(expected) / names.length
  }
  return { pages: names.length, precision, recall, f1: (2 * precision * recall) / (precision + recall) }
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
