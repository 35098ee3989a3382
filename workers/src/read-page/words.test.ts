import { describe, expect, test } from 'vitest'
import { countWords, textOf } from './words.ts'

describe('countWords', () => {
  test.each([
    ['It isn’t 3.5 words, or is it?', 'en', 7],
    ['', null, 0],
    [' … — ', null, 0],
    ['我们今天去北京看长城', 'zh', 6],
    ['日本語の文章を読む', 'ja', 5],
    ['สวัสดีชาวโลก', 'th', 3],
    ['Съешь ещё этих булок', 'ru', 4],
    ['one\ntwo', 'en', 2],
  ])('%s (%s)', (text, language, words) => {
    expect(Math.abs(countWords(text, language) - words)).toBeLessThanOrEqual(
      language === 'zh' || language === 'ja' ? 1 : 0,
    )
  })
})

test('textOf writes one line for each block and decodes entities', () => {
  expect(textOf('<h2>One</h2><p>two <b>th</b>ree &amp; &lt;four&gt;</p><ul><li>five</li></ul>')).toBe(
    'One\ntwo three & <four>\nfive',
  )
})

test('textOf joins the letters of ruby and leaves out the small ones, so that the word is found', () => {
  const html =
    '<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp></ruby><ruby><rb>京</rb><rt>きょう</rt></ruby>へ</p>'
  expect(textOf(html)).toBe('東京へ')
})
