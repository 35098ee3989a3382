import { expect, test } from 'vitest'
import { withoutSiteName } from './page-facts.ts'

test.each([
  ['Logs · The Blog', 'The Blog', 'Logs'],
  ['Logs | the blog', 'The Blog', 'Logs'],
  ['A - B — The Blog', 'The Blog', 'A - B'],
  ['All about The Blog', 'The Blog', 'All about The Blog'],
  ['The Blog', 'The Blog', 'The Blog'],
  [' - The Blog', 'The Blog', ' - The Blog'],
  ['Logs - The Blog', null, 'Logs - The Blog'],
  [null, 'The Blog', null],
])('the title %j of the site %j is %j', (title, siteName, expected) => {
  expect(withoutSiteName(title, siteName)).toBe(expected)
})
