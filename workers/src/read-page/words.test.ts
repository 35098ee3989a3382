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
