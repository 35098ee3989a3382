import { expect, test, vi } from 'vitest'
import { readPrefill, sharedPage } from './prefill.ts'

test('only the extension fills the form of the dashboard', () => {
  const query = 'source=chrome_extension&save=https%3A%2F%2Fa.test%2F%3Fq%3Da%2520b&title=T%20%26%20U'
  expect(readPrefill('/dashboard', query)).toEqual({
    url: 'https://a.test/?q=a%20b',
    title: 'T & U',
    via: 'extension',
  })
  expect(readPrefill('/dashboard', `${query}&offer=7`)).toMatchObject({ via: 'extension', offer: '7' })
  expect(readPrefill('/share', 'url=https://a.test&offer=7&source=chrome_extension')).toEqual({
    url: 'https://a.test',
  })
  expect(readPrefill('/share', 'url=https://a.test&offer=7&via=extension')).toEqual({
    ...{ url: 'https://a.test', via: 'extension', offer: '7' },
  })
  expect(readPrefill('/dashboard', 'save=https%3A%2F%2Fa.test')).toBeNull()
  expect(readPrefill('/dashboard', 'source=chrome_extension')).toBeNull()
})

test.each([
  [
    'an address and a title',
    { url: 'https://a.test/1', title: 'One' },
    { url: 'https://a.test/1', title: 'One' },
  ],
  [
    'an address inside the text, whose other words become the note',
    { text: 'Read this (https://a.test/x_(y)). It is good!' },
    { url: 'https://a.test/x_(y)', note: 'Read this It is good!' },
  ],
  [
    'an address without a scheme in the text',
    { text: 'see a.test/1, and etc.and' },
    { url: 'https://a.test/1', note: 'see and etc.and' },
  ],
  [
    'a text that says the title again',
    { title: 'One', text: 'One https://a.test' },
    { url: 'https://a.test', title: 'One' },
  ],
  ['an address in the title', { title: 'One\nhttps://a.test' }, { url: 'https://a.test', title: 'One' }],
  ['nothing', {}, { url: '' }],
  ['words alone', { text: 'Remember the milk' }, { url: '', note: 'Remember the milk' }],
  ['a script', { url: 'javascript:alert(1)', title: 'One' }, { url: 'javascript:alert(1)', title: 'One' }],
  [
    'a file, and an address in the text',
    { url: 'file:///etc/passwd', text: 'https://a.test' },
    { url: 'https://a.test', note: 'file:///etc/passwd' },
  ],
  [
    'a title of any length',
    { url: 'https://a.test', title: 'x'.repeat(9_000) },
    { url: 'https://a.test', title: 'x'.repeat(200) },
  ],
])('a share of %s', (_, shared, prefill) => {
  expect(readPrefill('/share', new URLSearchParams(shared as Record<string, string>).toString())).toEqual(
    prefill,
  )
})

test('a share with doubled parameters keeps all of them', () => {
  const query =
    'url=nonsense&url=https://a.test&url=https://b.test&title=One&title=Two&text=%E0%A4&text=three'
  expect(readPrefill('/share/', query)).toEqual({
    url: 'https://a.test',
    title: 'One',
    note: 'nonsense\nhttps://b.test\n\u{fffd}\nthree\nTwo',
  })
})

test('a very long address stays whole, for the form to refuse it', () => {
  const url = `https://a.test/${'x'.repeat(9_000)}`
  expect(readPrefill('/share', `?url=${url}`)).toEqual({ url })
})

test('a text with more brackets than an address can have is a note', () => {
  for (const count of [4_000, 60_000]) {
    const text = `https://a.test/${')'.repeat(count)}`
    const prefill = readPrefill('/share', new URLSearchParams({ text }).toString())
    expect(prefill).toMatchObject(count > 4_096 ? { url: '', note: text } : { url: 'https://a.test/' })
  }
})

test('what a share brings is saved at once unless a page of another site asks, or it cannot be saved as it is', () => {
  const shared = (page: object, path = '/share', referrer = '') => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
    return sharedPage(path, page)
  }
  const page = { url: 'https://a.test/1', title: 'One' }
  expect(shared(page)).toEqual(page)
  expect(shared(page, '/share', `${location.origin}/login`)).toEqual(page)
  expect(shared(page, '/share', 'android-app://org.example.reader/')).toEqual(page)
  expect(shared({ url: 'a.test/1' })).toEqual({ url: 'https://a.test/1' })
  expect(shared(page, '/share', 'https://evil.example/')).toBeNull()
  expect(shared(page, '/dashboard')).toBeNull()
  for (const wrong of [{ url: 'javascript:alert(1)' }, {}, { ...page, note: 'x'.repeat(501) }])
    expect(shared(wrong)).toBeNull()
  vi.restoreAllMocks()
})
