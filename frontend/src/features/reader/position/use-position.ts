import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useUser } from '../../../data/session/use-session.tsx'
import { send } from '../../../lib/api.ts'
import { articleText } from '../../../parts/article-text/article-text.ts'
import { contentQuery, versionQuery } from '../api.ts'
import { prepareArticle } from '../prepare-article.ts'
import { isUnderWay, movedOffset, readingOffset } from './place.ts'
import { keepUnsent, loadUnsent, type Place } from './unsent.ts'

/** The place is sent this long after the last scroll. */
const SETTLE_MS = 2_000

/** A place to continue at, and the part of the text before it, 0 to 1. */
export type Stop = { readonly offset: number; readonly part: number }

type Options = {
  article: RefObject<HTMLElement | null>
  linkId: number
  content: LinkContent
}

/**
 * Keeps the place on the server while the person reads, also when they leave. What could not be sent stays on the device
 * for the next visit.
 * @returns where reading stopped last time, on any device, until it is continued or forgotten
 */
export const usePosition = ({ article, linkId, content }: Options) => {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const { contentHash } = content
  const hasMoved = useRef(false)
  const [stop, setStop] = useStop({ article, linkId, content }, () => hasMoved.current)

  const save = useEffectEvent((offset: number) => {
    // While the person may still continue, a look at the beginning does not lose the place.
    if (contentHash === null || (stop && offset < stop.offset)) return
    const place: Place = { offset, contentHash }
    const updatedAt = new Date().toISOString()
    keepUnsent(userId, linkId, { ...place, at: updatedAt })
    client.setQueryData(
      contentQuery(linkId).queryKey,
      known => known && { ...known, position: { ...place, updatedAt } },
    )
    send({ method: 'PUT', path: `/api/links/${linkId}/position`, body: place, keepalive: true }).then(
      ({ ok }) => {
        const unsent = loadUnsent(userId, linkId)
        if (ok && unsent?.offset === offset && unsent.contentHash === contentHash)
          keepUnsent(userId, linkId, null)
      },
      () => undefined,
    )
  })

  // A layout effect, because its cleanup still finds the article on the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version has its own places
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isUnsaved = false
    const keep = () => {
      clearTimeout(timer)
      if (isUnsaved && article.current) save(readingOffset(article.current))
      isUnsaved = false
    }
    const onScroll = () => {
      // The reader itself scrolls to the top when it opens.
      if (!hasMoved.current && scrollY === 0) return
      hasMoved.current = true
      isUnsaved = true
      clearTimeout(timer)
      timer = setTimeout(keep, SETTLE_MS)
    }
    const onHide = () => {
      if (document.visibilityState === 'hidden') keep()
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      keep()
      removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [article, linkId, contentHash])

  return { stop, forgetStop: () => setStop(null) }
}

/** Where reading stopped before this visit. A place in another version is looked up in that version's text. */
const useStop = ({ article, linkId, content }: Options, hasMoved: () => boolean) => {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const [unsent] = useState(() => loadUnsent(userId, linkId))
  const [stop, setStop] = useState<Stop | null>(null)
  const { contentHash, position, title } = content
  // A page that closes does not see the answer, so what it sent is still kept here when another device has gone on.
  const isUnsentLater = unsent !== null && (position === null || unsent.at > position.updatedAt)
  const place: Place | null = isUnsentLater ? unsent : position
  const { offset, contentHash: placeHash } = place ?? {}

  const offer = useEffectEvent((found: number) => {
    if (!article.current || hasMoved()) return
    const part = found / (articleText(article.current).text.length || 1)
    setStop(isUnderWay(part) ? { offset: found, part } : null)
  })
  useEffect(() => {
    if (offset === undefined || placeHash === undefined || !article.current) return
    if (placeHash === contentHash) {
      offer(offset)
      return
    }
    let isGone = false
    const { text } = articleText(article.current)
    client.fetchQuery(versionQuery(linkId, placeHash)).then(
      older => {
        if (!isGone) offer(movedOffset(textOf(older.content ?? '', title), offset, text))
      },
      // Nobody knows any more what the text was.
      () => isGone || offer(Math.min(offset, text.length)),
    )
    return () => {
      isGone = true
    }
  }, [article, client, linkId, offset, placeHash, contentHash, title])
  return [stop, setStop] as const
}

const textOf = (html: string, title: string): string => {
  const article = document.createElement('article')
  article.append(prepareArticle(html, title).fragment)
  return articleText(article).text
}
