import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { siteOf } from './site.ts'
import { urlKey } from './url-key.ts'

describe('urlKey', () => {
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
