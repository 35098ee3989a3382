import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { siteOf } from './site.ts'
import { latestKey, urlKey } from './url-key.ts'

/** Pairs of addresses that are written in two ways. */
const escapes = readFileSync(new URL('../fixtures/equal-addresses/escapes.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => line.split(' = '))

describe('urlKey', () => {
  test.each(escapes)('of %s is that of %s', (one = '', other = '') => {
    expect(urlKey(one)).toBe(urlKey(other))
  })

  test.each([
    ['the scheme', 'http://example.com/a', 'https://example.com/a'],
    ['www', 'https://www.example.com/a', 'https://example.com/a'],
    ["the host's case", 'https://EXAMPLE.com/a', 'https://example.com/a'],
    ['a final dot of the host', 'https://example.com./a', 'https://example.com/a'],
    ['the default port of http', 'http://example.com:80/a', 'https://example.com/a'],
    ['the default port of https', 'https://example.com:443/a', 'https://example.com/a'],
    ['a trailing slash', 'https://example.com/a/', 'https://example.com/a'],
    ['the slash of a bare host', 'https://example.com/', 'https://example.com'],
    ['a slash before the query', 'https://example.com/a/?b=1', 'https://example.com/a?b=1'],
    ['a fragment', 'https://example.com/a#part', 'https://example.com/a'],
    ['a text fragment', 'https://example.com/a#:~:text=word', 'https://example.com/a'],
    ['an empty query', 'https://example.com/a?', 'https://example.com/a'],
    ['utm parameters', 'https://example.com/a?utm_source=x&b=1&UTM_Medium=y', 'https://example.com/a?b=1'],
    ['click ids', 'https://example.com/a?fbclid=1&gclid=2&igshid=3', 'https://example.com/a'],
    ['a tracking parameter without value', 'https://example.com/a?fbclid', 'https://example.com/a'],
    ['the case of escapes', 'https://ja.example/wiki/%E6%97%A5', 'https://ja.example/wiki/%e6%97%a5'],
    ['an escaped tilde', 'https://uni.example/~joe/x', 'https://uni.example/%7Ejoe/x'],
    ['an escaped hyphen', 'https://uni.example/a-b.html', 'https://uni.example/a%2Db.html'],
    [
      'escaped parentheses',
      'https://en.example/wiki/Fog_(weather)',
      'https://en.example/wiki/Fog_%28weather%29',
    ],
    ['escaped letters', 'https://example.com/abc', 'https://example.com/%61%62c'],
    [
      'signs that browsers and sites escape',
      "https://example.com/,:;@!$*'|",
      'https://example.com/%2C%3A%3B%40%21%24%2a%27%7C',
    ],
    ['brackets of parameters', 'https://example.com/?a[]=1', 'https://example.com/?a%5B%5D=1'],
    ['an escape in a hash-routed page', 'https://example.com/#!/%7ea', 'https://example.com/#!/~a'],
    ['a percent sign alone', 'https://example.com/100%', 'https://example.com/100%25'],
    ['an escaped tracking parameter', 'https://example.com/?utm%5Fsource=x', 'https://example.com/'],
    ['what X adds', 'https://x.com/a/status/1?s=46&t=Abc', 'https://x.com/a/status/1'],
    [
      'what YouTube adds',
      'https://www.youtube.com/watch?v=1&si=Ab&pp=x&feature=shared',
      'https://youtube.com/watch?v=1',
    ],
    ['what Spotify adds', 'https://open.spotify.com/episode/1?si=ab', 'https://open.spotify.com/episode/1'],
    ['what Instagram adds', 'https://www.instagram.com/p/1/?igsh=ab==', 'https://instagram.com/p/1'],
    [
      'what Facebook adds',
      'https://m.facebook.com/p/1?mibextid=a&rdid=b&__cft__[0]=c&__tn__=d',
      'https://m.facebook.com/p/1',
    ],
    [
      'what Reddit adds',
      'https://www.reddit.com/r/a/comments/1/?share_id=ab&rdt=1',
      'https://reddit.com/r/a/comments/1',
    ],
    ['what TikTok adds', 'https://www.tiktok.com/@a/video/1?_t=8&_r=1', 'https://tiktok.com/@a/video/1'],
    [
      'what LinkedIn adds',
      'https://www.linkedin.com/pulse/a?trk=x&lipi=y&rcm=z',
      'https://linkedin.com/pulse/a',
    ],
    ['what shops add', 'https://www.amazon.co.uk/dp/1?ref_=x&pd_rd_w=y&th=1', 'https://amazon.co.uk/dp/1'],
    [
      'what newspapers add',
      'https://www.nytimes.com/2026/a.html?smid=url-share',
      'https://nytimes.com/2026/a.html',
    ],
    [
      'what broadcasters add',
      'https://www.bbc.co.uk/news/1?at_medium=x&ns_campaign=y',
      'https://bbc.co.uk/news/1',
    ],
    [
      'what Substack adds',
      'https://a.substack.com/p/b?r=1x&triedRedirect=true',
      'https://a.substack.com/p/b',
    ],
    [
      'what Wikipedia adds',
      'https://en.wikipedia.org/wiki/Fog?wprov=sfla1',
      'https://en.wikipedia.org/wiki/Fog',
    ],
    ['how an international host is written', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('does not distinguish %s', (_, one, other) => {
    expect(urlKey(one)).toBe(urlKey(other))
  })

  test.each([
    ['paths', 'https://example.com/a', 'https://example.com/b'],
    ['the case of paths', 'https://example.com/a', 'https://example.com/A'],
    ['hosts', 'https://example.com/', 'https://example.org/'],
    ['subdomains', 'https://blog.example.com/', 'https://example.com/'],
    ['a host that is www alone', 'https://www.com/', 'https://com/'],
    ['ports', 'https://example.com:8443/', 'https://example.com/'],
    ['users', 'https://me@example.com/', 'https://example.com/'],
    ['queries', 'https://example.com/a?b=1', 'https://example.com/a?b=2'],
    ['the order of parameters', 'https://example.com/?a=1&b=2', 'https://example.com/?b=2&a=1'],
    ['parameters that end in a tracking name', 'https://example.com/?xutm_a=1', 'https://example.com/'],
    ['an escaped slash', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['an escaped question mark', 'https://example.com/a%3Fb', 'https://example.com/a?b'],
    ['an escaped percent sign before digits', 'https://example.com/%2541', 'https://example.com/A'],
    ['an escaped ampersand', 'https://example.com/?a=1%26b=2', 'https://example.com/?a=1&b=2'],
    ['an escaped plus', 'https://example.com/?a=1%2B2', 'https://example.com/?a=1+2'],
    ['an escaped semicolon of a query', 'https://example.com/?a=1%3Bb=2', 'https://example.com/?a=1;b=2'],
    ['names that track elsewhere', 'https://example.com/?s=1', 'https://example.com/'],
    ['videos, and times in them', 'https://youtube.com/watch?v=1&t=9', 'https://youtube.com/watch?v=1'],
    ['a gift link', 'https://nytimes.com/a?unlocked_article_code=1', 'https://nytimes.com/a'],
    ['a host that ends alike', 'https://notx.com/a?s=1', 'https://notx.com/a'],
    ['a host below a name of a shop', 'https://amazon.shop.example/a?ref=1', 'https://amazon.shop.example/a'],
    ['hash-bang pages', 'https://example.com/#!/a', 'https://example.com/#!/b'],
    ['hash-routed pages', 'https://example.com/#/a', 'https://example.com/#/b'],
  ])('distinguishes %s', (_, one, other) => {
    expect(urlKey(one)).not.toBe(urlKey(other))
  })

  it('is short for every url, and different for different long urls', () => {
    const long = `https://example.com/${'a'.repeat(4_000)}`
    expect(urlKey(long).length).toBeLessThanOrEqual(256)
    expect(urlKey(`${long}b`)).not.toBe(urlKey(`${long}c`))
  })

  const url = fc.webUrl({ withFragments: true, withQueryParameters: true })

  it('gives a key itself for the url made of it', () => {
    fc.assert(
      fc.property(url, given => {
        const key = urlKey(given)
        fc.pre(key.length < 256)
        expect(urlKey(`https://${key}`)).toBe(key)
      }),
    )
  })

  it('ignores scheme, fragment and tracking parameters', () => {
    const tracking = fc.constantFrom('utm_campaign=a', 'fbclid=b', 'mc_eid=c')
    fc.assert(
      fc.property(url, tracking, fc.boolean(), (given, parameter, plain) => {
        const changed = new URL(given)
        if (plain) changed.protocol = 'http:'
        if (!/^#[!/]/.test(changed.hash)) changed.hash = 'somewhere'
        changed.search = changed.search ? `${changed.search}&${parameter}` : parameter
        expect(urlKey(changed.href)).toBe(urlKey(given))
      }),
    )
  })
})

describe('latestKey', () => {
  test.each([
    ['https://uni.example/%7Ejoe', 'uni.example/%7Ejoe', 'uni.example/~joe'],
    ['https://x.com/a?s=46', 'x.com/a?s=46', 'x.com/a'],
    ['https://example.com/a?b=1', 'example.com/a?b=1', 'example.com/a?b=1'],
    ['https://example.com/a', 'example.com/a', 'example.com/a'],
    ['no address?', 'no address?', 'no address?'],
  ])('of %s with the key %s is %s', (url, given, key) => {
    expect(latestKey({ url, urlKey: given })).toBe(key)
  })

  it('is that of the address where a long key ends in a hash', () => {
    const url = `https://example.com/${'%7e'.repeat(300)}`
    expect(latestKey({ url, urlKey: 'x'.repeat(256) })).toBe(urlKey(url))
  })

  it('is the key of an address itself', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), url => {
        expect(latestKey({ url, urlKey: urlKey(url) })).toBe(urlKey(url))
      }),
    )
  })
})

test('an address of slashes or dots costs little more than one of letters', () => {
  /** Processor time in µs. */
  const cost = (url: string) => {
    const before = process.threadCpuUsage()
    for (let n = 0; n < 5_000; n++) siteOf(url) && urlKey(url)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  const letters = cost(`https://a.example/${'a'.repeat(4_000)}`)
  expect(cost(`https://a.example/${'/'.repeat(4_000)}a`)).toBeLessThan(20 * letters)
  expect(cost(`https://a${'.'.repeat(4_000)}a/`)).toBeLessThan(20 * letters)
})
