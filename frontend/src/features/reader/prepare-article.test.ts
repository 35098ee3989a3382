import { expect, test } from 'vitest'
import { prepareArticle } from './prepare-article.ts'

// The journeys test in a browser what DOMPurify removes, because it does not sanitise reliably on an emulated DOM. It is
// least reliable on the first element, hence the paragraph before each case.
const prepared = (html: string, title = 'Title') => {
  const { fragment, headings } = prepareArticle(`<p>Lead.</p>${html}`, title)
  const body = document.createElement('div')
  body.append(fragment)
  return { body, headings }
}

test('the headings become an outline, and a repeated title is hidden with its text kept', () => {
  const { body, headings } = prepared('<h1> Title </h1><h2>One</h2><p>x</p><h3>Two</h3>')
  expect(headings).toEqual([
    { id: 'part-1', text: 'One', level: 2 },
    { id: 'part-2', text: 'Two', level: 3 },
  ])
  expect(body.querySelector('h1')).toBeNull()
  expect(body.querySelector('[hidden]')?.textContent).toBe(' Title ')
  expect(body.querySelector('#part-2')?.textContent).toBe('Two')
})

test('a first-level heading becomes a second-level heading', () => {
  expect(prepared('<h1>Other</h1>').headings).toEqual([{ id: 'part-1', text: 'Other', level: 2 }])
})

test('tables and code scroll and can be reached by keyboard', () => {
  const { body } = prepared('<table><caption>Shares</caption><tr><td>1</td></tr></table><pre>x</pre>')
  expect(body.querySelector('.scroller > table')?.parentElement?.getAttribute('aria-label')).toBe('Shares')
  expect(body.querySelector('pre')?.tabIndex).toBe(0)
})

test('links open in a new tab without a referrer, and images load lazily', () => {
  const { body } = prepared('<a href="https://a.test">a</a><img src="https://a.test/i.png">')
  expect(body.querySelector('a')?.rel).toBe('noopener noreferrer nofollow')
  expect(body.querySelector('img')?.getAttribute('referrerpolicy')).toBe('no-referrer')
})
