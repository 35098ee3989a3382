import { afterEach, describe, expect, test, vi } from 'vitest'
import { isoDate, languageTag, pageFacts, withoutSiteName } from './page-facts.ts'
import { preScan } from './pre-scan.ts'

test.each([
  ['Logs · The Blog', 'The Blog', 'Logs'],
  ['Logs | the blog', 'The Blog', 'Logs'],
  ['A - B — The Blog', 'The Blog', 'A - B'],
  ['All about The Blog', 'The Blog', 'All about The Blog'],
  ['The Blog', 'The Blog', 'The Blog'],
  [' - The Blog', 'The Blog', ' - The Blog'],
  ['Logs - The Blog', null, 'Logs - The Blog'],
  [null, 'The Blog', null],
  ['Logs | TheBlog', 'The Blog', 'Logs'],
  ['Logs - blog.example', null, 'Logs'],
  ['Logs | Blog', 'Other', 'Logs'],
  ['The Blog: Logs', 'The Blog', 'Logs'],
  ['The Blog | Logs | The Blog', 'The Blog', 'Logs'],
  ['Blog: a history', 'Other', 'Blog: a history'],
  ['Logs: The Blog', 'The Blog', 'Logs: The Blog'],
])('the title %j of the site %j is %j', (title, siteName, expected) => {
  expect(withoutSiteName(title, siteName, 'https://www.blog.example/logs')).toBe(expected)
})

describe('on a server in the zone of Tokyo', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    ['2024-03-01', '2024-03-01'],
    ['2024-03-01T10:00', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01T10:00:00.5', '2024-03-01T10:00:00.500Z'],
    ['2024-03-01 10:00:00', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01 10:00 PM', '2024-03-01T22:00:00.000Z'],
    ['Mar 1, 2024 10:00', '2024-03-01T10:00:00.000Z'],
    ['March 1, 2024', '2024-03-01T00:00:00.000Z'],
    ['01-Mar-2024', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01T10:00:00Z', '2024-03-01T10:00:00.000Z'],
    ['2024-03-01T10:00:00-0300', '2024-03-01T13:00:00.000Z'],
    ['2024-03-01 10:00:00.000 +03:00', '2024-03-01T07:00:00.000Z'],
    ['Fri, 01 Mar 2024 10:00:00 EST', '2024-03-01T15:00:00.000Z'],
    ['Fri Mar 01 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-03-01T09:00:00.000Z'],
  ])('isoDate reads %s as %s', (given, expected) => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(new Date(0).getHours()).toBe(9)
    expect(isoDate(given)).toBe(expected)
  })
})

test.each([
  ['de-AT', 'de-AT'],
  ['zh_hant_tw', 'zh-Hant-TW'],
  ['en-x-12345678-12345678-12345678-123', 'en-x-12345678-12345678-12345678-123'],
  ['en-x-12345678-12345678-12345678-1234', null],
  ['klingon language', null],
])('the language tag %s is %s', (given, expected) => {
  expect(languageTag(given)).toBe(expected)
})

const facts = (html: string, url = 'https://www.example.com/a/b') => {
  const scan = preScan(html)
  if (!scan) throw new Error('too complex')
  return pageFacts(scan, url, new Set())
}

describe('pageFacts', () => {
  test('a page with all facts', () => {
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

  test('a page without facts', () => {
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

  test('addresses are relative to <base> and always public', () => {
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

  test('a raster favicon is preferred to a vector one', () => {
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

  test('a time element counts inside an article or with pubdate', () => {
    expect(facts('<time datetime="2020-01-01"></time>').publishedAt).toBeNull()
    expect(facts('<article><time datetime="2020-01-02"></time></article>').publishedAt).toBe('2020-01-02')
    expect(facts('<time pubdate datetime="2020-01-03"></time>').publishedAt).toBe('2020-01-03')
    expect(facts('<time class="entry-date published" datetime="2020-01-04"></time>').publishedAt).toBe(
      '2020-01-04',
    )
    expect(facts('<article><time>March 5, 2020</time></article>').publishedAt).toBe(
      '2020-03-05T00:00:00.000Z',
    )
  })

  test('long texts are cut', () => {
    const { title } = facts(`<title>${'a'.repeat(600)}</title>`)
    expect(title).toHaveLength(500)
    expect(title?.endsWith('…')).toBe(true)
  })
})
