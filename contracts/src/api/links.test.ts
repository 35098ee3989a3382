import { expect, it } from 'vitest'
import { SaveLinkRequest } from './links.ts'

const accepts = (url: string) => SaveLinkRequest.safeParse({ url, title: 'Title' }).success

it.each([
  'http://example.org',
  'HTTPS://EXAMPLE.org/a?b=c#d',
  'http://münchen.example/ü',
  'http://[2001:db8::1]/',
  ' http://example.org ',
])('takes %s for a web address', url => {
  expect(accepts(url)).toBe(true)
})

it.each([
  'http:example.org',
  'http:/example.org',
  'https:\\\\example.org',
  '//example.org',
  'http://',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://exa mple.org',
])('refuses %s as one', url => {
  expect(accepts(url)).toBe(false)
})
