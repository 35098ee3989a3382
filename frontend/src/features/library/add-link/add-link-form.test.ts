import { titleOfPath } from '@lectern/contracts/titles.ts'
import { expect, test } from 'vitest'
import { quoteOf } from '../quote.ts'
import { AddLinkForm, toRequest } from './add-link-form.ts'

const fields = { url: 'https://a.test', title: 'A', note: '', tags: '' }
const messagesOf = (changes: Partial<typeof fields>) =>
  AddLinkForm.safeParse({ ...fields, ...changes }).error?.issues.map(issue => issue.message)

test.each([
  [{ url: 'exampel' }, 'Please enter a valid URL'],
  [{ url: 'javascript:alert(1)' }, 'Please enter a valid URL'],
  [{ url: 'mina@a.test' }, 'Please enter a valid URL'],
  [{ url: 'version 1.2' }, 'Please enter a valid URL'],
  [{ title: '  ' }, 'Title is required'],
  [{ title: 'x'.repeat(201) }, 'Title is too long'],
  [{ note: 'x'.repeat(501) }, 'Note is too long'],
])('%o is refused: %s', (changes, message) => {
  expect(messagesOf(changes)).toEqual([message])
})

test('blank fields are not sent', () => {
  expect(toRequest(AddLinkForm.parse({ ...fields, tags: ' , ' }), true)).toEqual({
    url: 'https://a.test',
    title: 'A',
  })
})

test('a title that nobody typed follows the page', () => {
  expect(toRequest(AddLinkForm.parse(fields), false)).toMatchObject({ title: 'A', titleFrom: 'page' })
})

test.each([
  ['example.org/a', 'https://example.org/a'],
  [' //example.org ', 'https://example.org'],
  ['münchen.example:8080?q', 'https://münchen.example:8080?q'],
  ['HTTP://A.test', 'HTTP://A.test'],
])('the address %s is %s', (text, url) => {
  expect(AddLinkForm.parse({ ...fields, url: text }).url).toBe(url)
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
