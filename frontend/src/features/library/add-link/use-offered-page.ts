import { useEffect, useState } from 'react'

/** The extension answers within milliseconds; a document of 5 MB takes it a second. */
const ANSWER_WITHIN_MS = 10_000

/**
 * Messages of the extension's script in this window (frontend/extension/src/injected.ts). `offer` is the name in our address, so
 * that they are about the page for which this form was opened.
 */
type Message =
  | { lectern: 'page-offered'; offer: string }
  | { lectern: 'page'; offer: string; html: string | null }

const listen = (offer: string, hear: (message: Message) => void): (() => void) => {
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    // A window that opened this one has another origin, or is ours.
    if (source === window && origin === location.origin && data?.offer === offer) hear(data)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

const ask = (lectern: string, offer: string) => window.postMessage({ lectern, offer }, location.origin)

/** The document that the extension has of the page; null where that is closed, has moved on, or is too large. */
export const takePage = (offer: string): Promise<string | null> =>
  new Promise(resolve => {
    const end = (html: string | null) => {
      clearTimeout(timer)
      stop()
      resolve(html)
    }
    const timer = setTimeout(end, ANSWER_WITHIN_MS, null)
    const stop = listen(offer, message => {
      if (message.lectern === 'page') end(typeof message.html === 'string' ? message.html : null)
    })
    ask('page-wanted', offer)
  })

/** Calls back once the extension says that it can give the page. @returns a function that stops listening */
export const whenOffered = (offer: string, onOffered: () => void): (() => void) => {
  const stop = listen(offer, ({ lectern }) => {
    if (lectern === 'page-offered') onOffered()
  })
  // The extension's script may be there already, or comes when this page has loaded.
  ask('offer-wanted', offer)
  return stop
}

/** The text of the page that the extension opened the form for. `take` is there once the extension says that it can give it. */
export const useOfferedPage = (offer: string | undefined) => {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (offer === undefined) return
    return whenOffered(offer, () => setOffered(true))
  }, [offer])
  return isOffered && offer !== undefined ? () => takePage(offer) : null
}
