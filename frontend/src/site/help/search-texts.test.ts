import { fold } from '@lectern/contracts/fold.ts'
import { expect, test } from 'vitest'
import { plainText } from './answer.ts'
import { ANSWERS } from './answers/answers.ts'
import { searchTexts } from './search-texts.ts'

const SEARCHED = ANSWERS.map(answer => ({
  item: answer.slug,
  texts: [answer.question, answer.tags.join(' '), plainText(answer)].map(fold),
}))
const slugs = (q: string) => searchTexts(q, SEARCHED)

test('A word in a question counts more than one in the tags, and that more than one in the text.', () => {
  const found = slugs('pocket')
  expect(found[0]).toBe('import-from-pocket')
  expect(found[1]).toBe('import-a-library')
  expect(slugs('batches')[0]).toBe('large-imports')
  expect(slugs('archive').indexOf('favorites-and-archive')).toBeLessThan(slugs('archive').indexOf('undo'))
})

test('All words must be there; case, accents and small words do not matter.', () => {
  expect(slugs('How do I EXPÓRT my notes?')[0]).toBe('export-notes')
  expect(slugs('export zebra')).toEqual([])
})

test('A part of a word finds it, as one types.', () => {
  expect(slugs('offl')).toContain('read-offline')
  expect(slugs('highl')[0]).toBe('highlights-and-notes')
})

test('A search of small words alone looks for them, and an empty one finds nothing.', () => {
  expect(slugs('why')).toContain('archived-not-found')
  expect(slugs(' ?!')).toEqual([])
})
