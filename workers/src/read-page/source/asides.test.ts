import { describe, expect, test } from 'vitest'
import { prose, stored } from '../../test-support/articles.ts'

const article = (inner: string) => stored(inner).replaceAll(prose, '')

describe('an aside of the text stays:', () => {
  test.each([
    ['a warning', '<aside class="warning"><p>Never tie a boat to a buoy.</p></aside>'],
    ['words without a paragraph', '<aside>Never tie a boat to a buoy.</aside>'],
    [
      'one with a link',
      '<aside><p>Never tie a boat to a <a href="/buoy">buoy</a>, as the harbour master says in his book.</p></aside>',
    ],
  ])('%s', (_, aside) => {
    expect(article(aside)).toMatch(/Never tie a boat to a/)
  })
})

describe('an aside of the page goes:', () => {
  test.each([
    [
      'links',
      '<aside><ul><li><a href="/a">Never tie a boat</a></li><li><a href="/b">to a buoy</a></li></ul></aside>',
    ],
    ['a form', '<aside><p>Never tie a boat to a buoy.</p><form><input type="email"></form></aside>'],
    ['a name', '<aside class="related-stories"><p>Never tie a boat to a buoy.</p></aside>'],
    ['a role', '<aside role="complementary"><p>Never tie a boat to a buoy.</p></aside>'],
    [
      'a heading that is a link',
      '<aside><h3><a href="/a">Never tie a boat to a buoy</a></h3><p>And what else one should not do.</p></aside>',
    ],
    ['a place outside the paragraphs', '<div><aside><p>Never tie a boat to a buoy.</p></aside></div>'],
  ])('%s', (_, aside) => {
    expect(article(aside)).not.toContain('Never tie a boat')
  })
})
