import { describe, expect, test } from 'vitest'
import { cleaned } from '../../test-support/articles.ts'

describe('lines that only repeat facts of the page', () => {
  test.each([
    '<p>By Ada Poe</p>',
    '<div><span>Ada Poe</span></div>',
    '<p>By Ada Poe and Basil O’Neil, The Daily</p>',
    '<p>By Carl Sand – 11/18/19 11:04 PM EST</p>',
    '<p>Updated Nov 19, 2019, 6:55 AM</p>',
    '<p>18. November 2024</p>',
    '<p>Tue, 2024-11-19</p>',
    '<p>Posted: Fri 6:45 PM, Feb 16, 2018</p>',
    '<p>2 days ago</p>',
    '<p>6:45 PM, 2018</p>',
    '<p>Posted on Friday in the morning by Ada Poe</p>',
    '<h1>Fog over the harbour</h1>',
    '<p>https://www.daily.example/fog</p>',
    '<p>/ The Daily</p>',
  ])('above the text go: %s', html => {
    expect(cleaned({ above: html })).toBe('')
  })

  test('below the text go too', () => {
    expect(cleaned({ below: '<p>Published 19.11.2024</p><p>Updated at 1:23 p.m.</p>' })).toBe('')
  })

  test.each([
    ['de', '<p>3. März 2024</p>'],
    ['id', '<p>Maret 30, 2015</p>'],
    ['ja', '<p>2019年11月19日</p>'],
  ])('have dates in the language of the page, %s', (language, html) => {
    expect(cleaned({ above: html }, { language })).toBe('')
  })

  test.each([
    '<p>By the sea</p>',
    '<p>By Ada Poe, who was there.</p>',
    '<p>In May they came.</p>',
    '<p>March on</p>',
    '<p>42</p>',
    '<p>1984</p>',
    '<p>6:45 PM was early.</p>',
    '<p>Posted by the sea</p>',
    '<h2>November 2024</h2>',
  ])('stay with one other word, or as a heading: %s', html => {
    expect(cleaned({ above: html })).toBe(html)
  })

  test('a long address of the page goes, and is no prose', () => {
    const url = `https://www.daily.example/${'fog-over-the-harbour-'.repeat(5)}.html`
    expect(cleaned({ below: `<p>Ada Poe is a reporter in the north.</p><p>${url}</p>` }, { url })).toBe('')
  })

  test('stay as the dates of a diary', () => {
    const day = '<p>18 November 2024</p>'
    expect(cleaned({ above: day, within: day })).toBe(day + day)
  })

  test('stay between paragraphs', () => {
    expect(cleaned({ within: '<p>Ada Poe</p>' })).toBe('<p>Ada Poe</p>')
  })
})
