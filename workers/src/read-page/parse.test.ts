import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parsePage, tidySource } from './parse.ts'
import { readPage } from './read-page.ts'

const bodyOf = (html: string) => {
  const { documentElement, body } = parsePage(tidySource(html))
  expect([...documentElement.children].map(child => child.tagName)).toEqual(['HEAD', 'BODY'])
  return body.innerHTML.trim()
}

describe('what is not head is one body', () => {
  test.each([
    ['a whole page', '<html><head><title>T</title></head><body><p>a</p></body></html>'],
    ['no tag of its own', '<p>a</p>'],
    ['a title alone', '<title>T</title><p>a</p>'],
    ['no head', '<!doctype html><title>T</title><body><p>a</p></body>'],
    ['metadata without a head', '<html lang=en><meta charset=utf-8><title>T</title><body><p>a</p>'],
    ['a head that stays open', '<html><head><title>T</title><body><p>a</p></body></html>'],
    ['neither end of the head nor body', '<html><head><title>T</title><p>a</p></html>'],
    ['a body in an element', '<head><title>T</title></head><body><body class=x><p>a</p></body></body>'],
  ])('%s', (_, html) => {
    expect(bodyOf(html)).toBe('<p>a</p>')
  })

  test.each([
    ['text before the body', 'a<body><p>b</p></body>', 'a<p>b</p>'],
    ['an element in the head', '<head><div>a</div></head><body><p>b</p></body>', '<div>a</div><p>b</p>'],
    [
      'an element before the body',
      '<head></head><header>a</header><body><p>b</p></body>',
      '<header>a</header><p>b</p>',
    ],
    ['an element after the body', '<head></head><body><p>a</p></body><p>b</p>', '<p>a</p><p>b</p>'],
    ['a second body', '<head></head><body><p>a</p></body><body><p>b</p></body>', '<p>a</p><p>b</p>'],
    [
      'a second head',
      '<head></head><body><p>a</p></body><head><style>x</style></head>',
      '<p>a</p><style>x</style>',
    ],
    [
      'a script after the body',
      '<title>T</title><body><p>a</p></body><script>x</script>',
      '<p>a</p><script>x</script>',
    ],
  ])('%s, in its order', (_, html, body) => {
    expect(bodyOf(html)).toBe(body)
  })

  test('the attributes of the body stay, and a noscript before it is head', () => {
    const html =
      '<head></head><!-- a --><noscript><img src="/p.gif"></noscript><body dir="rtl"><p>a</p></body>'
    const document = parsePage(tidySource(html))
    expect(document.body.getAttribute('dir')).toBe('rtl')
    expect(document.body.innerHTML).toBe('<p>a</p>')
    expect(document.querySelector('head noscript img')).not.toBeNull()
  })
})

test.each([
  'title-then-body.html',
  'lang-meta-then-body.html',
  'meta-then-body.html',
  'noscript-then-body.html',
  'paragraphs-left-open.html',
])('%s is read with its six paragraphs', name => {
  const body = readFileSync(new URL(`../../fixtures/pages/${name}`, import.meta.url))
  const result = readPage({ url: 'https://www.daily.example/fog', contentType: 'text/html', body }, new Set())
  if (result.kind !== 'read') throw new Error(result.reason)
  expect(result.html.match(/<p>(The|A|In|Nobody|It) /g)).toHaveLength(6)
})
