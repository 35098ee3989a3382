import { describe, expect, test } from 'vitest'
import type { FetchFailure } from './failure.ts'
import { allowedHosts, checkUrl, isPublicUrl } from './url.ts'

const nobody = allowedHosts([])

const refusal = (url: string) => {
  try {
    return checkUrl(url, nobody).href
  } catch (error) {
    return (error as FetchFailure).code
  }
}

describe('checkUrl', () => {
  test.each([
    ['decimal', 'http://2130706433/'],
    ['octal', 'http://0177.0.0.1/'],
    ['hex', 'http://0x7f000001/'],
    ['hex and short', 'http://0x7f.1/'],
    ['short', 'http://127.1/'],
    ['0', 'http://0/'],
    ['0.0.0.0', 'http://0.0.0.0/'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['ideographic full stop', 'http://127。0。0。1/'],
    ['soft hyphen', 'http://loc\u00ADalhost/'],
    ['trailing dot', 'http://127.0.0.1./'],
    ['localhost', 'http://localhost/'],
    ['LOCALHOST and a dot', 'http://LOCALHOST./'],
    ['*.localhost', 'http://app.localhost/'],
    ['unspecified', 'http://[::]/'],
    ['loopback', 'http://[::1]/'],
    ['mapped', 'http://[::ffff:127.0.0.1]/'],
    ['compatible', 'http://[::7f00:1]/'],
    ['NAT64', 'http://[64:ff9b::7f00:1]/'],
    ['6to4', 'http://[2002:7f00:1::]/'],
    ['Teredo', 'http://[2001:0:7f00:1::]/'],
    ['link local', 'http://[fe80::1]/'],
    ['unique local', 'http://[fc00::1]/'],
    ['site local', 'http://[fec0::1]/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['metadata of AWS on IPv6', 'http://[fd00:ec2::254]/'],
    ['metadata of Alibaba', 'http://100.100.100.200/'],
    ['wire server of Azure', 'http://168.63.129.16/'],
    ['backslash before @', 'http://127.0.0.1\\@example.com/'],
    ['fragment in the address', 'http://127.0.0.1#@example.com/'],
    ['no slashes', 'http:127.0.0.1'],
  ])('%s is a blocked address', (_, url) => {
    expect(refusal(url)).toBe('blocked-address')
  })

  test.each([
    'http://a@127.0.0.1/',
    'http://user:secret@example.com/',
    'https://example.com:22/',
    'http://example.com:6379/',
    'http://127.0.0.1:8080/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'ftp://example.com/',
    'data:text/html,hello',
    'javascript:alert(1)',
    'http://[fe80::1%25eth0]/',
    'http://127.0.0.1%00.example.com/',
    'http://example.com:99999/',
    'http://',
    'example.com',
    '',
  ])('%s is a bad url', url => {
    expect(refusal(url)).toBe('bad-url')
  })

  test.each([
    ['http://example.com/a?b#c', 'http://example.com/a?b#c'],
    ['https://example.com:443/', 'https://example.com/'],
    ['http://example.com:443/', 'http://example.com:443/'],
    ['http://example.com#@127.0.0.1', 'http://example.com/#@127.0.0.1'],
    ['http://example.com\\@127.0.0.1', 'http://example.com/@127.0.0.1'],
    ['http://93.184.216.34/', 'http://93.184.216.34/'],
    ['http://[2606:4700::1]/', 'http://[2606:4700::1]/'],
  ])('%s passes', (url, href) => {
    expect(refusal(url)).toBe(href)
  })

  test('an allowed host is allowed at its port alone', () => {
    const allow = allowedHosts(['127.0.0.1:3000', 'Localhost:80', '[::1]:3000'])
    expect(isPublicUrl('http://127.0.0.1:3000/x', allow)).toBe(true)
    expect(isPublicUrl('http://localhost/', allow)).toBe(true)
    expect(isPublicUrl('http://[::1]:3000/', allow)).toBe(true)
    expect(isPublicUrl('http://127.0.0.1:3001/', allow)).toBe(false)
    expect(isPublicUrl('http://127.0.0.1/', allow)).toBe(false)
    expect(isPublicUrl('http://user@127.0.0.1:3000/', allow)).toBe(false)
    expect(isPublicUrl('ftp://127.0.0.1:3000/', allow)).toBe(false)
  })
})
