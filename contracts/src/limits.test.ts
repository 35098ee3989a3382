import { expect, test } from 'vitest'
import { SaveLinkRequest } from './api/link-requests.ts'
import { LINK_BODY_MAX, NOTE_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, URL_MAX } from './limits.ts'

test('a link with the longest fields fits the body limit, even with every letter escaped', () => {
  const origin = 'https://example.com/'
  const longest = {
    url: origin + 'é'.repeat(URL_MAX - origin.length),
    title: 'é'.repeat(TITLE_MAX),
    note: 'é'.repeat(NOTE_MAX),
    tags: Array.from({ length: TAGS_MAX }, (_, n) => `${'é'.repeat(TAG_MAX - 2)}${n + 10}`),
    ignoreDuplicate: true,
  }
  expect(SaveLinkRequest.parse(longest).tags).toHaveLength(TAGS_MAX)
  const escaped = JSON.stringify(longest).replaceAll('é', '\\u00e9')
  expect(JSON.parse(escaped)).toEqual(longest)
  expect(escaped.length).toBeLessThanOrEqual(LINK_BODY_MAX)
})
