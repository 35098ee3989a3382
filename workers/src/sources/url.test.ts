import { describe, expect, test } from 'vitest'
import { linkUrl } from './url.ts'

describe('linkUrl', () => {
  test.each([
    ['https://a.example/x?a=1&b=2#c', 'https://a.example/x?a=1&b=2#c'],
    [' \n https://a.example/x\t ', 'https://a.example/x'],
    ['https://a.exam\r\nple/x\0y', 'https://a.example/xy'],
    ['https://a.example/my file.pdf', 'https://a.example/my%20file.pdf'],
    ['HTTP://A.example', 'HTTP://A.example'],
    ['www.example.com/x', 'https://www.example.com/x'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['//example.com/x', 'https://example.com/x'],
    ['https://fr.example/wiki/Échecs', 'https://fr.example/wiki/Échecs'],
    ['https://a.example/\ud800', 'https://a.example/\ufffd'],
    ['https://a.example/?a=1&amp;b=2', 'https://a.example/?a=1&amp;b=2'],
  ])('reads %j', (given, url) => {
    expect(linkUrl(given)).toEqual({ url })
  })

  test.each([
    ['', 'no-url'],
    [' \n', 'no-url'],
    ['javascript:alert(1)', 'not-http'],
    ['java\nscript:alert(1)', 'not-http'],
    ['mailto:someone@example.com', 'not-http'],
    ['file:///etc/passwd', 'not-http'],
    ['place:sort=8', 'not-http'],
    ['ftp://a.example/', 'not-http'],
    ['data:text/html,x', 'not-http'],
    ['https://', 'bad-url'],
    ['https:///path', 'bad-url'],
    ['http:a.example', 'bad-url'],
    ['https://a b.example/', 'bad-url'],
    ['https://a.example:99999/', 'bad-url'],
    ['no address', 'bad-url'],
    ['/path/only', 'bad-url'],
    [`https://a.example/${'x'.repeat(4_079)}`, 'url-too-long'],
  ])('refuses %j', (given, reason) => {
    expect(linkUrl(given)).toEqual({ reason })
  })

  test('4,096 characters are not too long', () => {
    const url = `https://a.example/${'x'.repeat(4_078)}`
    expect(linkUrl(url)).toEqual({ url })
  })
})
