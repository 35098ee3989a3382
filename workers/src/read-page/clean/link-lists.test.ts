import { describe, expect, test } from 'vitest'
import { cleaned } from '../../test-support/articles.ts'

const own =
  '<ul><li><a href="/a">One story</a></li><li><a href="https://daily.example/b">Another</a></li></ul>'

describe('lists of links to other pages of the site', () => {
  test('go above the text, between paragraphs, and below a heading that says so', () => {
    expect(cleaned({ above: own })).toBe('')
    expect(cleaned({ within: own })).toBe('')
    expect(cleaned({ below: `<h3>You may also like</h3>${own}` })).toBe('')
  })

  test.each([
    ['a line with a colon', `<p>These parts came before:</p>${own}`],
    ['a heading', `<h2>The other parts</h2>${own}`],
    [
      'links to other sites',
      own.replaceAll('daily.example', 'other.example').replace('/a', 'https://third.example/a'),
    ],
    ['links to parts of the page', '<ul><li><a href="#t1">One</a></li><li><a href="#t2">Two</a></li></ul>'],
    [
      'one item of text',
      own.replace('One story', 'One').replace('</a></li>', '</a> about boats and fog</li>'),
    ],
  ])('stay with %s', (_, html) => {
    expect(cleaned({ within: html })).toBe(html)
  })
})

test.each(['<ol><li>Stop.</li><li>npm install</li></ol>', '<ul><li>Rope</li><li>Bread</li></ul>'])(
  'short items of text before the first paragraph stay: %s',
  html => {
    expect(cleaned({ above: html })).toBe(html)
  },
)
