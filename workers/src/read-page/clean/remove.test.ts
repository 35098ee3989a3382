import { expect, test } from 'vitest'
import { cleaned } from '../../test-support/articles.ts'

const links = '<ul><li><a href="/a">One</a></li><li><a href="/b">Two</a></li></ul>'

test('a heading goes with its whole section, and empty elements go', () => {
  expect(cleaned({ below: `<div><h3>More from us</h3><section>${links}</section></div>` })).toBe('')
})

test('a heading stays with a text', () => {
  expect(cleaned({ within: `<h3>The morning</h3><p>Advertisement</p>` })).toBe('<h3>The morning</h3>')
})

test('a short article stays unchanged', () => {
  expect(cleaned({}).length).toBe(0)
})
