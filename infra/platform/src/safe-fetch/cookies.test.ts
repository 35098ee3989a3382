import { expect, test } from 'vitest'
import { createCookies } from './cookies.ts'

const page = new URL('https://www.daily.example/fog')
const after = (...lines: string[]) => {
  const cookies = createCookies()
  cookies.keep(page, lines)
  return cookies
}

test('cookies come back to their host, the latest value of each', () => {
  const cookies = after('a=1; Path=/; HttpOnly', 'b="two"; SameSite=Lax', 'a=3')
  expect(cookies.of(page)).toBe('a=3; b="two"')
})

test.each([
  ['another host', 'https://daily.example/fog'],
  ['a part of the host', 'https://a.www.daily.example/fog'],
  ['another port', 'https://www.daily.example:8443/fog'],
])('%s gets none, whatever their domain says', (_, url) => {
  expect(after('a=1; Domain=.daily.example').of(new URL(url))).toBeUndefined()
})

test('a path and a safe connection are respected', () => {
  const cookies = after('a=1; Path=/members', 'b=2; Secure')
  expect(cookies.of(page)).toBe('b=2')
  expect(cookies.of(new URL('/members/1', page))).toBe('a=1; b=2')
  expect(cookies.of(new URL('/membership', page))).toBe('b=2')
  expect(cookies.of(new URL('http://www.daily.example/members'))).toBe('a=1')
})

test('a site can delete its cookie', () => {
  const cookies = after(
    'a=1',
    'b=2',
    'c=3',
    'a=; Max-Age=0',
    'b=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'c=4; Max-Age=60',
  )
  expect(cookies.of(page)).toBe('c=4')
})

test.each(['a', '=1', 'a b=1', 'a=1\r\nx: y', `a=${'x'.repeat(300)}\u0000`, 'a=é'])(
  'what is no cookie is dropped: %j',
  line => {
    expect(after(line).of(page)).toBeUndefined()
  },
)

test('a host that sets very many keeps 30', () => {
  const cookies = createCookies()
  for (let n = 0; n < 100; n += 1) cookies.keep(page, [`c${n}=1`])
  expect(cookies.of(page)?.split('; ')).toHaveLength(30)
})
