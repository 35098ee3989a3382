import type { Kept } from './token.ts'

/** Lectern takes no longer titles. */
const TITLE_MAX = 200
/** Milliseconds until the form opens instead. */
const ANSWER_WITHIN_MS = 10_000

type Page = { readonly url: string; readonly title?: string | undefined }

/** What the button shows after a click. */
export type Outcome = { readonly badge: string; readonly color: string; readonly says: string }

const SAVED: Outcome = { badge: '✓', color: '#0f6b4a', says: 'Saved to Lectern' }
const THERE: Outcome = { badge: '=', color: '#55504a', says: 'This page is in your Lectern already' }
const FULL: Outcome = { badge: '!', color: '#b3261e', says: 'Not saved: your Lectern has reached its limit' }

const OUTCOMES: Readonly<Record<number, Outcome>> = { 201: SAVED, 409: THERE, 402: FULL }

/**
 * Saves a page with a token.
 * @returns undefined where that came to nothing: without an answer, or where the token is refused; the form can still save it
 */
export const saveAtOnce = async (
  { server, token }: Kept,
  { url, title }: Page,
): Promise<Outcome | undefined> => {
  const shortTitle = title?.slice(0, TITLE_MAX).trim()
  try {
    const { status } = await fetch(`${server}/api/links`, {
      method: 'POST',
      credentials: 'omit',
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'lectern-via': 'extension',
      },
      body: JSON.stringify({ url, ...(shortTitle && { title: shortTitle, titleFrom: 'page' }) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return OUTCOMES[status]
  } catch {
    return undefined
  }
}

/** Shows what became of a click on the button of this tab. The browser clears it when the tab moves on. */
export const showOutcome = async (tabId: number, { badge, color, says }: Outcome): Promise<void> => {
  // The tab may be closed by now.
  await Promise.all([
    chrome.action.setBadgeBackgroundColor({ color, tabId }),
    chrome.action.setBadgeText({ text: badge, tabId }),
    chrome.action.setTitle({ title: says, tabId }),
  ]).catch(() => undefined)
}
