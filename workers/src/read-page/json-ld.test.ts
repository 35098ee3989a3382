import { expect, test } from 'vitest'
import { readJsonLd } from './json-ld.ts'

const read = (...data: unknown[]) =>
  readJsonLd(data.map(datum => (typeof datum === 'string' ? datum : JSON.stringify(datum))))

test('an article is found in a graph, a list and among other scripts', () => {
  const article = {
    '@type': ['NewsArticle'],
    datePublished: '2024-03-01',
    author: [{ name: 'Ada Poe' }, 'Basil Sand'],
    publisher: { name: 'The Daily' },
  }
  const expected = { published: '2024-03-01', author: 'Ada Poe, Basil Sand', site: 'The Daily' }
  expect(read({ '@graph': [{ '@type': 'WebPage', datePublished: '2020-01-01' }, article] })).toEqual(expected)
  expect(read('no { json', [{ '@type': 'Organization', name: 'x' }, article])).toEqual(expected)
})

test.each([
  ['nothing', []],
  ['no JSON', ['{']],
  ['other things', [{ '@type': 'Event', datePublished: '2024-03-01' }]],
  [
    'values of other types',
    [{ '@type': 'Article', datePublished: 3, author: { name: {} }, publisher: null }],
  ],
  ['a deep nest', [`${'['.repeat(5_000)}${']'.repeat(5_000)}`]],
])('%s says nothing', (_, data) => {
  expect(read(...data)).toEqual({ published: '', author: '', site: '' })
})
