import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const prose = 'The harbour lay still under the morning fog, and nobody spoke. '.repeat(10)
const read = (html: string, contentType = 'text/html; charset=utf-8') =>
  readPage(
    { url: 'https://example.com/story/', contentType, body: new TextEncoder().encode(html) },
    new Set(),
  )
const readHtml = (html: string) => {
  const result = read(html)
  if (result.kind !== 'read') throw new Error(result.reason)
  return result
}

describe('readPage', () => {
  test('keeps the article and leaves what is around it', () => {
    const { html, words, page } =
      readHtml(`<!doctype html><html lang="en"><head><title>Fog | The Daily</title>
      <meta name="author" content="Ada Poe"></head><body><nav><a href="/">Home</a></nav>
      <article><h1>Fog</h1><p>${prose}</p><p>${prose}<a href="/more">more</a><img src="fog.jpg"></p></article>
      <footer>© The Daily</footer></body></html>`)
    expect(html).toContain('<a href="https://example.com/more" rel="noopener noreferrer nofollow">more</a>')
    expect(html).toContain('src="https://example.com/story/fog.jpg"')
    expect(html).not.toMatch(/Home|©|class=|id=/)
    expect(words).toBe(221)
    expect(page).toMatchObject({ author: 'Ada Poe', language: 'en', siteName: 'example.com' })
  })

  test.each([
    ['no html, head or body', `<title>T</title><p>${prose}<p>${prose}`],
    ['no body tag', `<html><head><title>T</title></head><p>${prose}</p><p>${prose}</p></html>`],
    ['a head that never ends', `<html><head><title>T</title><p>${prose}</p><p>${prose}</p>`],
    [
      'text before the html tag',
      `<!-- x --><script>x</script><html><body><p>${prose}</p><p>${prose}</p></body></html>`,
    ],
    ['text alone', `${prose}<br><br>${prose}`],
    ['two bodies', `<html><body><p>${prose}</p><p>${prose}</p></body><body></body></html>`],
    ['frontpage of divs', `<body><div>${prose}</div><div>${prose}</div>`],
  ])('reads a page with %s', (_, html) => {
    expect(readHtml(html).words).toBeGreaterThanOrEqual(110)
  })

  test.each([
    ['an empty file', '', 'no-article'],
    ['an empty body', '<html><body></body></html>', 'no-article'],
    ['a script alone', '<body><div id=root></div><script>render()</script></body>', 'no-article'],
    ['white space', '<body><p> &nbsp; </p></body>', 'no-article'],
    ['1,000 nested divs', '<div>'.repeat(1_000) + prose, 'too-complex'],
    ['50,001 elements', '<i></i>'.repeat(50_001), 'too-complex'],
    [
      'a sign-in page',
      '<body><h1>Log in</h1><p>Welcome back.</p><form><input name=user><input type=password></form></body>',
      'sign-in-required',
    ],
  ])('%s is unreadable', (_, html, reason) => {
    expect(read(html)).toMatchObject({ kind: 'unreadable', reason })
  })

  test('an unreadable page may still say what it is', () => {
    expect(
      read('<title>Films</title><meta property="og:image" content="/poster.jpg"><body></body>'),
    ).toMatchObject({
      kind: 'unreadable',
      page: { title: 'Films', image: 'https://example.com/poster.jpg' },
    })
  })

  test('an article beside a sign-in form is an article', () => {
    expect(
      readHtml(`<form><input type=password></form><article><p>${prose}</p><p>${prose}</p></article>`).words,
    ).toBeGreaterThan(100)
  })

  test('right to left is kept with the text', () => {
    const arabic = 'كان الميناء ساكنا تحت ضباب الصباح ولم يتكلم أحد. '.repeat(20)
    expect(readHtml(`<html lang="ar"><body><article><p>${arabic}</p></article></body></html>`).html).toMatch(
      /^<div dir="rtl">/,
    )
    expect(
      readHtml(`<html lang="en"><body><article><p>${prose}</p></article></body></html>`).html,
    ).not.toContain('dir=')
  })

  test('plain text becomes paragraphs', () => {
    const result = read(`${prose}\n\n1 < 2 & <b>3</b>\n\n${prose}`, 'text/plain')
    expect(result).toMatchObject({
      kind: 'read',
      html: expect.stringContaining('<p>1 &lt; 2 &amp; &lt;b&gt;3&lt;/b&gt;</p>'),
    })
  })

  test('nothing active is stored', () => {
    const { html } = readHtml(`<article><p onclick="x()">${prose}</p><script>x()</script><p>${prose}
      <img src="x.jpg" onerror="x()"><svg onload="x()"></svg><a href="javascript:x()">link</a></p></article>`)
    expect(html).not.toMatch(/x\(\)|svg|script/)
  })

  test('the same page gives the same hash', () => {
    const page = `<article><p>${prose}</p></article>`
    expect(readHtml(page).contentHash).toBe(readHtml(page).contentHash)
  })
})
