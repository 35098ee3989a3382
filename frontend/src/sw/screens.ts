import { hasToken, screenAt } from '@lectern/contracts/screens.ts'
import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching'

const SHELL = '/index.html'

/** Opening a screen of the app. The card form, pages of their own, files and unknown paths are the server's. */
export const isScreen = ({ request, url }: { request: Request; url: URL }): boolean =>
  request.mode === 'navigate' && url.origin === location.origin && screenAt(url.pathname) === 'app'

/** Whether every file of this version is stored. The browser, or a person who clears a cache, may have taken some away. */
const isWhole = async (files: readonly string[]): Promise<boolean> => {
  const stored = new Set((await (await caches.open(cacheNames.precache)).keys()).map(({ url }) => url))
  return files.every(file => stored.has(getCacheKeyForURL(file) ?? ''))
}

/**
 * Answers a screen with the stored shell, at once. A shell that lacks a file gives way to the server's, while there is one.
 * @param files the addresses of all files of this version
 */
export const answerScreen = (files: readonly string[]) => {
  let whole: Promise<boolean> | undefined
  return async ({ request, url }: { request: Request; url: URL }): Promise<Response> => {
    whole ??= isWhole(files).catch(() => false)
    if (!(await whole)) {
      whole = undefined
      const answer = await fetch(request).catch(() => undefined)
      if (answer?.ok) return answer
    }
    const shell = await matchPrecache(SHELL)
    if (!shell) return fetch(request)
    if (!hasToken(url.pathname)) return shell
    const headers = new Headers(shell.headers)
    headers.set('referrer-policy', 'no-referrer')
    return new Response(shell.body, { headers })
  }
}
