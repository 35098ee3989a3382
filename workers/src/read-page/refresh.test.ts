import { expect, test } from 'vitest'
import { refreshOf } from './refresh.ts'

const refresh = (html: string, headers: Record<string, string> = {}, contentType = 'text/html') =>
  refreshOf({
    finalUrl: 'https://a.example/',
    status: 200,
    headers,
    contentType,
    body: Buffer.from(html),
    cut: false,
  })

test.each([
  [
    '<meta http-equiv="refresh" content="0; url=https://b.example/?a=1&amp;b=2">',
    'https://b.example/?a=1&b=2',
  ],
  ['<META HTTP-EQUIV=Refresh CONTENT=0;URL=/b>', '/b'],
  [`<meta content='5;URL="/b"' http-equiv='refresh'>`, '/b'],
  ['<meta http-equiv="refresh" content="0;/b">', '/b'],
  [
    '<noscript><meta http-equiv="refresh" content="0;URL=/b"></noscript><title>b.example</title><script>location="/b"</script>',
    '/b',
  ],
  ['<meta http-equiv="refresh" content="1;url=/b"><p>You are being sent to <a href="/b">b</a>.</p>', '/b'],
])('a page that only leads on: %s', (html, address) => {
  expect(refresh(html)).toBe(address)
})

test('a header leads on too', () => {
  expect(refresh('<p>Moved.</p>', { refresh: '0;url=/b' })).toBe('/b')
})

test.each([
  [
    'a page with text',
    `<meta http-equiv="refresh" content="0;url=/b"><p>${'The harbour lay still. '.repeat(20)}</p>`,
  ],
  ['a page that reloads itself', '<meta http-equiv="refresh" content="300">'],
  ['one that waits long', '<meta http-equiv="refresh" content="60;url=/b">'],
  ['another meta', '<meta name="refresh" content="0;url=/b">'],
  ['a comment', '<p>a</p>'],
])('%s does not', (_, html) => {
  expect(refresh(html)).toBeUndefined()
})

test('only HTML does', () => {
  expect(refresh('<meta http-equiv="refresh" content="0;url=/b">', {}, 'text/plain')).toBeUndefined()
})

test('a page of many beginnings costs no square', () => {
  const begun = performance.now()
  for (const piece of ['<meta ', '<script', '<!--', '<']) refresh(piece.repeat(60_000 / piece.length))
  expect(performance.now() - begun).toBeLessThan(2_000)
})
