import { afterEach, expect, test, vi } from 'vitest'
import { answerScreen, isScreen } from './screens.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opening this address. Scripts cannot make a request of the mode navigate. */
const opening = (address: string, mode: RequestMode = 'navigate') => {
  const url = new URL(address, location.href)
  return { url, request: { url: url.href, mode } as Request }
}

test('opening a screen of the app is answered, and nothing else is', () => {
  for (const path of ['/', '/dashboard', '/reader/7?version=a', '/share?text=a', '/import/a'])
    expect([path, isScreen(opening(path))]).toEqual([path, true])
  for (const path of ['/pay', '/api/user', '/pricing', '/help/a', '/reader', '/reader/7/more', '/sw.js'])
    expect([path, isScreen(opening(path))]).toEqual([path, false])
  expect(isScreen(opening('/dashboard', 'cors'))).toBe(false)
  expect(isScreen(opening('https://elsewhere.example/dashboard'))).toBe(false)
})

test('a browser that cannot read what it has stored shows the page of the server', async () => {
  const fails = async () => {
    throw new DOMException('Internal error.', 'UnknownError')
  }
  vi.stubGlobal('caches', { open: fails, match: fails })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('from the server'))
  const answer = answerScreen(['/index.html'])
  for (const path of ['/dashboard', '/notes'])
    expect(await (await answer(opening(path))).text()).toBe('from the server')
})
