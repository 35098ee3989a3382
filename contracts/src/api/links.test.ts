import { expect, it } from 'vitest'
import { BULK_LINKS_MAX } from '../limits.ts'
import { BulkDeleteRequest, SaveLinkRequest } from './link-requests.ts'

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

const refusal = (linkIds: unknown) =>
  BulkDeleteRequest.safeParse({ linkIds }).error?.issues.map(issue => issue.message)

it.each([
  [undefined, 'Please select at least one link.'],
  ['1', 'Please select at least one link.'],
  [[], 'Please select at least one link.'],
  [[1, '2'], 'Links are named by their ids.'],
  [[1.5], 'Links are named by their ids.'],
  [[2 ** 53], 'Links are named by their ids.'],
  [[[1, 2, 3]], 'Links are named by their ids.'],
  [[[2, 1]], 'Links are named by their ids.'],
  [[7, [1, BULK_LINKS_MAX]], 'Too many links at once.'],
  [[[1, Number.MAX_SAFE_INTEGER]], 'Too many links at once.'],
  [Array(BULK_LINKS_MAX).fill({}), 'Links are named by their ids.'],
  [Array(BULK_LINKS_MAX + 1).fill({}), 'Too many links at once.'],
])('refuses a list of links in one sentence', (linkIds, sentence) => {
  expect(refusal(linkIds)).toEqual([sentence])
})

it('accepts the longest list of links', () => {
  const linkIds = Array.from({ length: BULK_LINKS_MAX }, (_, n) => n)
  expect(BulkDeleteRequest.parse({ linkIds }).linkIds).toEqual(linkIds)
})

it('reads ranges as the ids in them', () => {
  expect(BulkDeleteRequest.parse({ linkIds: [9, [2, 4]] }).linkIds).toEqual([9, 2, 3, 4])
})
