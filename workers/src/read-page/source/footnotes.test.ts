import { describe, expect, test } from 'vitest'
import { stored } from '../../test-support/articles.ts'

const text = '<p>The boats came back.<sup id="r1"><a href="#n1">1</a></sup> Nobody saw them.</p>'
const note = '<li id="n1">So says the harbour master. <a href="#r1">↩</a></li>'

describe('footnotes', () => {
  test.each([
    ['a list', `<ol>${note}</ol>`],
    ['a footer', `<footer class="footnotes"><ol>${note}</ol></footer>`],
    ['an aside', `<aside role="doc-endnotes"><ol>${note}</ol></aside>`],
    ['a section', `<section class="footnotes" role="doc-endnotes"><hr><ol>${note}</ol></section>`],
  ])('in %s survive, with their marks', (_, notes) => {
    const html = stored(`${text}${notes}`)
    expect(html).toContain(
      '<sup data-target="t1"><a href="#t2" rel="noopener noreferrer nofollow">1</a></sup>',
    )
    expect(html).toContain('<li data-target="t2">So says the harbour master. <a href="#t1"')
  })

  test('a footer that only a link leads to goes', () => {
    expect(
      stored(`${text}<p><a href="#f">To the end</a></p><footer id="f">The Daily, Harbour Street 1</footer>`),
    ).not.toContain('Harbour Street')
  })
})
