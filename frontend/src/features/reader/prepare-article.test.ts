import { expect, test } from 'vitest'
import { prepareArticle } from './prepare-article.ts'

// What DOMPurify removes is tested in a browser, by the journeys: it sanitises nothing reliably on an emulated DOM,
// and its first element least, hence the paragraph before each case.
const prepared = (html: string, title = 'Title') => {
  const { fragment, headings } = prepareArticle(`<p>Lead.</p>${html}`, title)
  const body = document.createElement('div')
  body.append(fragment)
  return { body, headings }
}

test('the headings make an outline, and a repeated title goes', () => {
  const { body, headings } = prepared('<h1> Title </h1><h2>One</h2><p>x</p><h3>Two</h3>')
  expect(headings).toEqual([
    { id: 'part-1', text: 'One', level: 2 },
    { id: 'part-2', text: 'Two', level: 3 },
  ])
  expect(body.querySelector('h1')).toBeNull()
  expect(body.querySelector('#part-2')?.textContent).toBe('Two')
})

test('a first-level heading becomes one of the second level', () => {
  expect(prepared('<h1>Other</h1>').headings).toEqual([{ id: 'part-1', text: 'Other', level: 2 }])
})

test('tables and code scroll, and can be reached by keyboard', () => {
  const { body } = prepared('<table><caption>Shares</caption><tr><td>1</td></tr></table><pre>x</pre>')
  expect(body.querySelector('.scroller > table')?.parentElement?.getAttribute('aria-label')).toBe('Shares')
  expect(body.querySelector('pre')?.tabIndex).toBe(0)
})

test('links open apart and tell nothing, images load late', () => {
  const { body } = prepared('<a href="https://a.test">a</a><img src="https://a.test/i.png">')
  expect(body.querySelector('a')?.rel).toBe('noopener noreferrer nofollow')
  expect(body.querySelector('img')?.getAttribute('referrerpolicy')).toBe('no-referrer')
})
