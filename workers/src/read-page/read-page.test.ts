import { Outcome } from '@lectern/contracts/jobs.ts'
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
  test('keeps the article and drops its surroundings', () => {
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

  test('an unreadable page still has facts', () => {
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

describe('a page with facts that are too long', () => {
  /** Valid as a language tag, a path and a name, but too long for each. */
  const much = `en-x${'-12345678'.repeat(20_000)}`
  const metadata = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: 'x '.repeat(40_000),
    author: { name: 'Ada\0 \ud800Poe' },
    publisher: { name: '\udc00The\0 Daily' },
    description: `${'y'.repeat(498)}😀😀`,
    datePublished: `2024-01-01 (${'z'.repeat(1_000)})`,
  })
  const head = `<head><title>${much}</title><base href="/${much}/">
    <meta property="og:title" content="${much}"><meta name="author" content="${much}">
    <meta property="og:description" content="${much}"><meta property="og:locale" content="${much}">
    <meta property="og:image" content="/${much}.png"><link rel="icon" href="/${much}.ico">
    <meta property="article:published_time" content="2024 (${much})">`
  const article = `<body lang="${much}"><article lang="${much}"><time datetime="${much}"></time><p>${prose}</p></article>`
  const outcomeOf = (html: string) => {
    const result = read(html)
    if (result.kind === 'unreadable') return { ...result, kind: 'failed', detail: '' }
    const { contentHash, words, page } = result
    return { kind: 'extracted', contentHash, words, ...page }
  }

  test.each([
    ['an article', `<html lang="${much}">${head}</head>${article}`],
    [
      'an article with metadata',
      `<html>${head}<script type="application/ld+json">${metadata}</script></head>${article}`,
    ],
    ['a site of a long name', `<html><meta property="og:site_name" content="${much}">${article}`],
    ['a page without an article', `<html lang="${much}">${head}</head><body></body>`],
  ])('%s is bounded', (_, html) => {
    const outcome = outcomeOf(html)
    expect(Outcome.safeParse(outcome).error).toBeUndefined()
    expect(JSON.stringify(outcome).length).toBeLessThan(20_000)
  })

  test('NUL and half characters are dropped, since Postgres refuses them', () => {
    const kept = JSON.stringify(
      read(`<html><head><title>A\0 title&#0;&#xd800;</title><script type="application/ld+json">${metadata}</script></head>
        <article><p>\0${prose}&#0;&#xdc00;</p><img alt="\0&#xd800;" src="x.png"></article>`),
    )
    expect(kept).toContain('Ada \uFFFDPoe')
    expect(kept).not.toMatch(/\\u0000|\\ud[89a-f]/i)
  })

  test('a NUL character hides nothing from the sanitiser', () => {
    expect(readHtml(`<article><p>${prose}</p><scr\0ipt>x()</scr\0ipt></article>`).html).not.toMatch(
      /script|x\(\)/,
    )
  })

  test('an article longer than any page is too large', () => {
    const links = '<a href=x>y</a>'.repeat(3_000)
    const base = `<base href="https://example.com/${'b'.repeat(2_000)}/">`
    expect(read(`${base}<article><p>${prose}</p>${links}</article>`)).toMatchObject({ reason: 'too-large' })
    expect(readHtml(`<article><p>${prose}</p>${links}</article>`).html).toContain(
      'https://example.com/story/x',
    )
  })
})

test('an article does not contain the fragment of its address', () => {
  const page = {
    url: 'https://example.com/story#typed-by-mina',
    contentType: 'text/html',
    body: Buffer.from(`<title>T</title><article><p>${prose}</p><p>${prose}</p><a href="">here</a> <a href="?">there</a>
      <a href="#own">part</a><img src=""></article>`),
  }
  const result = readPage(page, new Set())
  expect(result.kind).toBe('read')
  expect(JSON.stringify(result)).toContain('https://example.com/story#own')
  expect(JSON.stringify(result)).not.toContain('mina')
})
