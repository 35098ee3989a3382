import { describe, expect, test } from 'vitest'
import { pageFacts } from './page-facts.ts'
import { preScan } from './pre-scan.ts'

describe('preScan', () => {
  test.each([
    ['256 deep', '<div>'.repeat(256), true],
    ['257 deep', '<div>'.repeat(257), false],
    ['1,000 nested divs', `${'<div>'.repeat(1_000)}x`, false],
    ['50,000 elements', '<br>'.repeat(50_000), true],
    ['50,001 elements', '<br>'.repeat(50_001), false],
    ['unclosed paragraphs, which are no depth', '<p>x'.repeat(5_000), true],
    ['250 attributes of an element', `<p ${Array.from({ length: 250 }, (_, n) => `a${n}`).join(' ')}>`, true],
    [
      '251 attributes of an element',
      `<p ${Array.from({ length: 251 }, (_, n) => `a${n}`).join(' ')}>`,
      false,
    ],
    ['300,001 attributes', `<p ${Array.from({ length: 250 }, () => 'a').join(' ')}>`.repeat(1_201), false],
    ['300,001 comments', '<!---->'.repeat(300_001), false],
    ['300,001 ampersands', '&'.repeat(300_001), false],
    ['300,001 brackets', '>'.repeat(300_001), false],
    ['300,001 references', '&nbsp;'.repeat(300_001), false],
    ['a book of 5 MB at depth 19', '<div>'.repeat(19) + 'word '.repeat(1_000_000), true],
    ['a book of 5 MB at depth 21', '<div>'.repeat(21) + 'word '.repeat(1_000_000), false],
    ['a tag that one parser takes for text', '<plaintext>'.repeat(300), false],
    ['forms in forms', '<form>'.repeat(300), false],
    ['void elements, which are no depth', '<img>'.repeat(1_000), true],
  ])('%s', (_, html, bearable) => {
    expect(preScan(html) !== undefined).toBe(bearable)
  })

  test('sees a password field', () => {
    expect(preScan('<form><input type=PASSWORD></form>')?.asksForPassword).toBe(true)
    expect(preScan('<form><input type=search></form>')?.asksForPassword).toBe(false)
  })
})

const facts = (html: string, url = 'https://www.example.com/a/b') => {
  const scan = preScan(html)
  if (!scan) throw new Error('too complex')
  return pageFacts(scan, url, new Set())
}

describe('pageFacts', () => {
  test('a page that says everything', () => {
    expect(
      facts(`<html lang="pt_br"><head><title>Plain &amp; simple</title>
        <meta property="og:title" content="Título"><meta name="author" content="By  Ana
        Lima"><meta property="og:site_name" content="Jornal"><meta property="article:published_time" content="2024-03-01T10:00:00-03:00">
        <meta name="description" content="Resumo."><meta property="og:image" content="/img/capa.jpg">
        <link rel="shortcut icon" href="//cdn.example.com/f.ico"></head></html>`),
    ).toEqual({
      title: 'Título',
      author: 'Ana Lima',
      siteName: 'Jornal',
      publishedAt: '2024-03-01T13:00:00.000Z',
      excerpt: 'Resumo.',
      image: 'https://www.example.com/img/capa.jpg',
      favicon: 'https://cdn.example.com/f.ico',
      language: 'pt-BR',
    })
  })

  test('a page that says nothing', () => {
    expect(facts('')).toEqual({
      title: null,
      author: null,
      siteName: 'example.com',
      publishedAt: null,
      excerpt: null,
      image: null,
      favicon: 'https://www.example.com/favicon.ico',
      language: null,
    })
  })

  test('addresses follow <base>, and lead to the public internet alone', () => {
    const page = (src: string) =>
      `<base href="https://static.example.com/x/"><meta property="og:image" content="${src}">`
    expect(facts(page('y.png')).image).toBe('https://static.example.com/x/y.png')
    for (const src of [
      'http://127.0.0.1/y.png',
      'http://[::1]/y.png',
      'http://169.254.169.254/y.png',
      'http://2130706433/',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      'http://',
    ]) {
      expect(facts(page(src)).image).toBeNull()
    }
    expect(facts('<link rel=icon href="http://10.0.0.1/f.ico">').favicon).toBe(
      'https://www.example.com/favicon.ico',
    )
    expect(facts('<base href="javascript:x"><meta property="og:image" content="y.png">').image).toBe(
      'https://www.example.com/a/y.png',
    )
  })

  test('a vector favicon gives way to a raster one', () => {
    expect(facts('<link rel=icon href=/a.svg><link rel=icon href=/b.png>').favicon).toBe(
      'https://www.example.com/b.png',
    )
  })

  test.each([
    ['2024-03-01', '2024-03-01'],
    ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00.000Z'],
    ['Mar 1, 2024 10:00 GMT', '2024-03-01T10:00:00.000Z'],
    ['yesterday', null],
    ['12', null],
    ['9999-01-01', null],
    ['', null],
  ])('date %s', (given, expected) => {
    expect(facts(`<meta name="date" content="${given}">`).publishedAt).toBe(expected)
  })

  test('the time element of an article counts, one outside does not', () => {
    expect(facts('<time datetime="2020-01-01"></time>').publishedAt).toBeNull()
    expect(facts('<article><time datetime="2020-01-02"></time></article>').publishedAt).toBe('2020-01-02')
    expect(facts('<time pubdate datetime="2020-01-03"></time>').publishedAt).toBe('2020-01-03')
  })

  test('long texts are cut', () => {
    const { title } = facts(`<title>${'a'.repeat(600)}</title>`)
    expect(title).toHaveLength(500)
    expect(title?.endsWith('…')).toBe(true)
  })
})
