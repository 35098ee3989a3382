import { describe, expect, test } from 'vitest'
import { cleaned, prose } from '../../test-support/articles.ts'

describe('lines that are links to other pages of the site', () => {
  test.each([
    '<p>Read more: <a href="/other">Boats</a></p>',
    '<p><strong>RELATED:</strong> <a href="https://news.daily.example/other">Five more harbours</a></p>',
    '<p><a href="/other"><strong>FIVE MORE HARBOURS YOU SHOULD SEE</strong></a></p>',
    '<h3><a href="/other">Five more harbours</a></h3>',
    '<p>Also read: <a href="https://sister.example/other">Boats of the south</a></p>',
    '<p><a href="/1">Fog in the north</a> [VIDEO]<br><a href="/2">Boats are back</a> [IN PICTURES]</p>',
  ])('go with a label, in capitals or as a heading: %s', html => {
    expect(cleaned({ within: html })).toBe('')
  })

  test('go where there are more of them between paragraphs', () => {
    const line = (n: number) => `<p><a href="/${n}">Story ${n} of the day</a></p>`
    expect(cleaned({ within: `${line(1)}${prose}${line(2)}` })).toBe('')
    expect(cleaned({ below: `${line(1)}${line(2)}` })).toBe('')
  })

  test.each([
    '<p><a href="/part-one">Part one of this series</a></p>',
    '<p>Read on for three tips that <a href="/helped">helped us</a>.</p>',
    '<p>One line of the list, <a href="/1">the first</a> [VIDEO] and no more of them</p>',
    '<p><a href="https://other.example/1">The report</a> [PDF]</p>',
    '<p>Related work: <a href="/lamport">Lamport</a> showed this in 1978.</p>',
    '<p><a href="https://other.example/source">The report of the harbour master</a></p>',
    '<p><a href="#t1">The second part of this page</a></p>',
    '<p>See the list:</p><p><a href="/list.pdf">THE LIST OF ALL HARBOURS</a></p>',
  ])('stay alone, in a sentence, to other sites, to this page, or announced: %s', html => {
    expect(cleaned({ within: html })).toBe(html)
  })

  test('headings stay in a page that collects other pages', () => {
    const stories = [1, 2, 3].map(n => `<h3><a href="/${n}">Story ${n}</a></h3>${prose}`).join('')
    expect(cleaned({ within: stories })).toBe(stories.replaceAll(prose, ''))
  })
})
