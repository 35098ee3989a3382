import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { expect, test } from 'vitest'
import { fileOf, importOf } from '../test-support/import-files.ts'
import { zipOf } from '../test-support/zip.ts'

const N = 400_000
const TABLE = 'Title,URL,Document tags,Reading progress,Saved date,Location\n'
const files: [string, ImportSource, string][] = [
  [
    'blank lines in highlights',
    'raindrop',
    `url,title,created,highlights\nhttps://a.example,t,2024-01-01,"x${'\n'.repeat(N)}y"\n`,
  ],
  ['escapes in a list', 'readwise', `${TABLE}t,https://a.example,"['${"\\'".repeat(N)}",1,,later\n`],
  [
    'collections in one another',
    'linkwarden',
    JSON.stringify({
      collections: Array.from({ length: 10_000 }, (_, n) => ({
        ...{ id: n + 1, name: `c${n}`, parentId: n },
        links: [{ url: `https://a.example/${n}`, name: 't', collectionId: n + 1 }],
      })),
    }),
  ],
]

test.each(files)(
  '%s are read in time that grows with the file',
  async (_, source, content) => {
    const { rows } = await importOf(fileOf(content), source)
    expect(rows.length).toBeGreaterThan(0)
  },
  3_000,
)

test('spaces in a card are read in time that grows with the file', async () => {
  const zip = await zipOf({ 'a.md': `---\nurl: https://a.example\nnote:${' '.repeat(N)}x\ry\n---\n` })
  const { rows } = await importOf(fileOf(zip), 'getrecall')
  expect(rows).toMatchObject([{ url: 'https://a.example' }])
}, 3_000)
