import { titleOfPath } from '@lectern/contracts/titles.ts'
import { expect, test } from 'vitest'
import { quoteOf } from '../quote.ts'
import { AddLinkForm, toRequest } from './add-link-form.ts'
import { readPrefill } from './prefill.ts'

const fields = { url: 'https://a.test', title: 'A', note: '', tags: '' }
const messagesOf = (changes: Partial<typeof fields>) =>
  AddLinkForm.safeParse({ ...fields, ...changes }).error?.issues.map(issue => issue.message)

test.each([
  [{ url: 'exampel' }, 'Please enter a valid URL'],
  [{ url: 'javascript:alert(1)' }, 'Please enter a valid URL'],
  [{ title: '  ' }, 'Title is required'],
  [{ title: 'x'.repeat(201) }, 'Title is too long'],
  [{ note: 'x'.repeat(501) }, 'Note is too long'],
])('%o is refused: %s', (changes, message) => {
  expect(messagesOf(changes)).toEqual([message])
})

test('blank fields are not sent', () => {
  expect(toRequest(AddLinkForm.parse({ ...fields, tags: ' , ' }))).toEqual({
    url: 'https://a.test',
    title: 'A',
  })
})

test('only the extension fills the form', () => {
  const query = 'source=chrome_extension&save=https%3A%2F%2Fa.test%2F%3Fq%3Da%2520b&title=T%20%26%20U'
  expect(readPrefill(query)).toEqual({ url: 'https://a.test/?q=a%20b', title: 'T & U' })
  expect(readPrefill('save=https%3A%2F%2Fa.test')).toBeNull()
  expect(readPrefill('source=chrome_extension')).toBeNull()
})

test.each([
  ['https://a.test/2024/what-is-a-log.html', 'What is a log'],
  ['https://www.a.test/', 'a.test'],
  ['https://a.test/%E0%A4', '%E0%A4'],
  ['no address', ''],
])('%s suggests the title %s', (url, title) => {
  expect(titleOfPath(url)).toBe(title)
})

test('a preview quotes the first sentence and cuts it after a word', () => {
  expect(quoteOf('One sentence. Another one.')).toBe('One sentence.')
  const long = quoteOf('word '.repeat(60)) ?? ''
  expect(long).toMatch(/word…$/)
  expect(long.length).toBeLessThanOrEqual(131)
  expect(quoteOf('   ')).toBeNull()
})
