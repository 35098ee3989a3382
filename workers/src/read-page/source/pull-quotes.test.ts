import { expect, test } from 'vitest'
import { fixturePage, prepared } from '../../test-support/articles.ts'

test('a sentence that is pulled out of the text stands in it once', () => {
  const { text } = fixturePage('pull-quotes.html')
  expect(text.split('\n')).not.toContain('Nobody asked about the missing buoy until the afternoon')
  expect(text.split('\n')).not.toContain('It was not the first time that the channel had moved')
  expect(text.match(/It was not the first time/g)).toHaveLength(1)
})

const within =
  '<p>Later she said: “The harbour is a promise, and promises are kept”, and went home without another word.</p>'

test.each([
  ['a div', '<div class="article-pullquote"><p>The harbour is a promise, and promises are kept</p></div>'],
  [
    'a blockquote with other quotes',
    '<blockquote class="pull-quote">“The harbour is a promise; and promises are kept.”</blockquote>',
  ],
  [
    'a figure of WordPress',
    '<figure class="wp-block-pullquote"><blockquote><p>The harbour is a promise, and promises are kept</p></blockquote></figure>',
  ],
])('%s that repeats the text goes', (_, quote) => {
  expect(prepared(within + quote)).toBe(within)
})

test.each([
  [
    'words that stand nowhere else',
    '<div class="pullquote"><p>A chart is only an opinion about the water.</p></div>',
  ],
  [
    'a quotation without such a name',
    '<blockquote><p>The harbour is a promise, and promises are kept</p></blockquote>',
  ],
])('%s stay', (_, quote) => {
  expect(prepared(within + quote)).toBe(within + quote)
})

test('a pull quote that is there twice, for two sizes of screens, is not its own text', () => {
  const quote = '<div class="pullquote"><p>A chart is only an opinion about the water.</p></div>'
  expect(prepared(quote + within + quote)).toBe(quote + within + quote)
})
