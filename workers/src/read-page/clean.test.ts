import { describe, expect, test } from 'vitest'
import { clean } from './clean.ts'
import { parsePage, tidySource } from './parse.ts'

const prose =
  '<p>The harbour lay still under the morning fog, and nobody spoke; the boats had not come back since the day before.</p>'
const around = { url: 'https://www.daily.example/fog', title: 'Fog over the harbour', byline: 'Ada Poe' }
const cleaned = (above: string, between = '', below = '') => {
  const { body } = parsePage(
    tidySource(`<body>${above}${prose.repeat(4)}${between}${prose.repeat(4)}${below}</body>`),
  )
  clean(body, around)
  return body.innerHTML.replaceAll(prose, '')
}

describe('clean', () => {
  test.each([
    '<p>By Ada Poe</p>',
    '<div><span>Ada Poe</span></div>',
    '<p>Updated Nov 19, 2019, 6:55 AM</p>',
    '<p>18. November 2024</p>',
    '<h1>Fog over the harbour</h1>',
    '<ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul>',
    '<p>https://www.daily.example/fog</p>',
  ])('removes site parts above the text: %s', html => {
    expect(cleaned(html)).toBe('')
  })

  test.each([
    '<p><a href="/other">Five more harbours you should see</a></p>',
    '<p>Read more: <a href="/other">Boats</a></p>',
    '<h3>You may also like</h3>',
    '<p>Advertisement</p>',
    '<div><p>Sign up for our newsletter and get the best stories.</p></div>',
    '<p>Continue reading below</p>',
    '<ul><li><a href="/a">One story</a></li><li><a href="https://daily.example/b">Another</a></li></ul>',
  ])('removes lines that lead elsewhere: %s', html => {
    expect(cleaned('', html)).toBe('')
  })

  test.each([
    '<p>Ada Poe is a reporter in the north.</p>',
    '<p>© 2024 The Daily. All rights reserved.</p>',
    '<p>Have a tip? Write to us.</p>',
    '<p>Published 19.11.2024</p>',
  ])('removes site parts below the text: %s', html => {
    expect(cleaned('', '', html)).toBe('')
  })

  test.each([
    '<p>No.</p>',
    '<p>“More light,” he said.</p>',
    '<h2>The morning</h2>',
    '<p><a href="https://other.example/source">The report of the harbour master</a></p>',
    '<ul><li><a href="https://other.example/a">A list</a></li><li><a href="https://third.example/b">of finds</a></li></ul>',
    '<ul><li>Rope</li><li>Bread</li></ul>',
    '<p>On 18 November 2024 the boats came back, and the harbour master counted them.</p>',
    '<p><a href="/full.jpg"><img src="/small.jpg"></a></p>',
    '<pre>read more</pre>',
    '<blockquote><p>Subscribe now</p></blockquote>',
    '<p>He read the newsletter of the harbour every week and never missed a word that was in it.</p>',
  ])('keeps parts of the article: %s', html => {
    expect(cleaned('', html)).toBe(html)
  })

  test('a short page stays unchanged', () => {
    const { body } = parsePage(tidySource('<body><p>Read more</p><p>Hello.</p></body>'))
    clean(body, around)
    expect(body.innerHTML).toBe('<p>Read more</p><p>Hello.</p>')
  })
})
