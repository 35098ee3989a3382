import { describe, expect, test } from 'vitest'
import { linkShare } from '../clean/blocks.ts'
import { parsePage, tidySource } from '../parse.ts'
import { losses } from './losses.ts'

const page = (html: string) => parsePage(tidySource(`<body><div>${html}</div></body>`))
const long = 'The harbour lay still under the morning fog, and nobody spoke at all. '

/** The article after an extractor removed the elements that match a selector. */
function afterLosing(html: string, selector: string): string {
  const document = page(html)
  const lost = losses(document)
  for (const element of document.querySelectorAll(selector)) element.remove()
  lost.putBack(document.body)
  return document.body.innerHTML.replace(/ data-block="\d+"/g, '').replace(/^<div>|<\/div>$/g, '')
}

describe('what Readability loses', () => {
  test.each([
    ['a list of steps', '<p>a</p><ol><li>npm ci</li></ol><p>b</p>', 'ol'],
    ['code', '<p>a</p><pre>npm ci</pre><p>b</p>', 'pre'],
    ['a figure', '<p>a</p><figure><img src="/a.jpg"></figure><p>b</p>', 'figure'],
    ['two lists', '<p>a</p><ul><li>1</li></ul><ul><li>2</li></ul><p>b</p>', 'ul'],
    ['the first paragraph', `<p class="x">${long}</p><p>b</p>`, '.x'],
  ])('comes back between its neighbours: %s', (_, html, selector) => {
    expect(afterLosing(html, selector)).toBe(html)
  })

  test.each([
    ['a list of links', '<p>a</p><ul class="x"><li><a href="/">Home</a></li></ul><p>b</p>'],
    ['a list at the end', '<p>a</p><ul class="x"><li>1</li></ul>'],
    ['a short line before the text', '<p class="x">Fog</p><p>b</p>'],
    ['a paragraph between others', `<p>a</p><p class="x">${long}</p><p>b</p>`],
  ])('stays away: %s', (_, html) => {
    expect(afterLosing(html, '.x')).not.toContain('class="x"')
  })

  test('links are a share of the text', () => {
    expect(linkShare(page('<a href="/">four</a> four').body)).toBeCloseTo(4 / 9)
  })
})
