import { whenIdle } from '../lib/idle.ts'
import { isOutdated, subscribeOutdated } from '../lib/outdated.ts'

/**
 * How the shell of this tab stands to the newest one. waiting: a new version is installed and waits for a click. taken: another
 * tab has taken it, and this one is in use. outdated: the server no longer answers this version.
 */
export type ShellState = 'current' | 'waiting' | 'taken' | 'outdated'

/** An open tab asks for a new version this often. */
const CHECK_EVERY_MS = 3_600_000
/** A new version that has not taken over after this time is broken. */
const TAKE_OVER_MS = 10_000
/** A server that has not answered after this time cannot give the page. */
const SERVED_WAIT_MS = 5_000

let state: ShellState = 'current'
const listeners = new Set<() => void>()
const show = (next: ShellState) => {
  if (state === 'outdated' || state === 'taken') return
  state = next
  for (const listener of listeners) listener()
}

export const shellState = (): ShellState => state

export const subscribeShell = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A dialog, the card form, an upload: a reload would end them. */
const UNDER_WAY = '[role="dialog"], iframe, [role="progressbar"]'

/** Whether a reload could lose something: notes and links have drafts, other fields do not. */
const isInUse = (): boolean =>
  document.querySelector(UNDER_WAY) !== null ||
  [
    ...document.querySelectorAll<HTMLInputElement>(
      'textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"])',
    ),
  ].some(({ value }) => value !== '')

/** Tells the other tabs that a click takes the new version. */
const CHANNEL = 'lectern-shell'
/** The tab whose click takes the new version; undefined without one. A worker may also be replaced by the server's wish. */
let taker: 'this' | 'other' | undefined
let isFollowing = false

const follow = async (workers: ServiceWorkerContainer): Promise<void> => {
  new BroadcastChannel(CHANNEL).addEventListener('message', () => {
    taker ??= 'other'
  })
  workers.addEventListener('controllerchange', () => {
    if (taker === 'this' || (taker && !isInUse())) location.reload()
    else if (taker) show('taken')
  })
  const registration = await workers.register('/sw.js')
  const tell = () => show(registration.waiting && workers.controller ? 'waiting' : 'current')
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', tell),
  )
  registration.installing?.addEventListener('statechange', tell)
  tell()
  const check = () => void registration.update().catch(() => undefined)
  setInterval(check, CHECK_EVERY_MS)
  subscribeOutdated(check)
}

/** Installs the worker after the first screen, and follows its versions. A browser without workers, or one that forbids them, does without. */
export const startShell = (): void => {
  if (isFollowing) return
  isFollowing = true
  if (isOutdated()) show('outdated')
  subscribeOutdated(() => show('outdated'))
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    whenIdle(() => void follow(navigator.serviceWorker).catch(() => undefined))
}

/** Loads the page from the server, which then stores it anew. Without a server the stored version stays. */
const startOver = async (): Promise<void> => {
  const signal = AbortSignal.timeout(SERVED_WAIT_MS)
  const isServed = await fetch('/livez', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isServed) await (await navigator.serviceWorker?.getRegistration())?.unregister()
  location.reload()
}

/** Loads the newest version, in every tab that is not in use. Call it on a click alone. */
export const takeNewVersion = async (): Promise<void> => {
  if (state === 'taken') return location.reload()
  const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting
  if (!waiting) return startOver()
  taker = 'this'
  new BroadcastChannel(CHANNEL).postMessage('taken')
  waiting.postMessage({ type: 'SKIP_WAITING' })
  setTimeout(startOver, TAKE_OVER_MS)
}
