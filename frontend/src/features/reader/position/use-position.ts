import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { refreshProgress, showProgress } from '../../../data/links/read-progress.ts'
import { useUser } from '../../../data/session/use-session.tsx'
import { send } from '../../../lib/api.ts'
import { articleText } from '../../../parts/article-text/article-text.ts'
import { contentQuery, versionQuery } from '../api.ts'
import { prepareArticle } from '../prepare-article.ts'
import { isUnderWay, movedOffset, READ_ALL, readingOffset } from './place.ts'
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
 * Keeps the place on the server while the person reads, also when they leave. A place that could not be sent stays on the device
 * for the next visit. The place of an earlier visit, on any device, is kept until it is continued, forgotten or passed: a
 * look at the beginning does not lose it. An article that was read to its end stays so.
 * @returns where reading stopped last time, if there is something before and after it, until it is continued or forgotten
 */
export const usePosition = ({ article, linkId, content }: Options) => {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const { contentHash } = content
  /** Places that this visit has sent. */
  const sent = useRef(new Set<string>())
  const { earlier, setEarlier, isLookedUp } = useEarlier({ article, linkId, content }, sent)

  const save = useEffectEvent((offset: number, end: number) => {
    // The place here is not known yet where the old one is in another version.
    if (contentHash === null || !isLookedUp || (earlier && offset < earlier.offset)) return
    if (offset >= end) setEarlier({ offset, part: 1 })
    else if (earlier) setEarlier(null)
    const place: Place = { offset, contentHash }
    sent.current.add(nameOf(place))
    const updatedAt = new Date().toISOString()
    keepUnsent(userId, linkId, { ...place, at: updatedAt })
    client.setQueryData(
      contentQuery(linkId).queryKey,
      known => known && { ...known, position: { ...place, updatedAt } },
    )
    const { length } = article.current ? articleText(article.current).text : ''
    showProgress(client, linkId, length === 0 ? 0 : offset / length)
    // Somebody else may have signed in since, whose links have the same numbers.
    const headers = { 'lectern-user': userId }
    const path = `/api/links/${linkId}/position`
    send({ method: 'PUT', path, headers, body: place, keepalive: true }).then(
      ({ ok }) => {
        if (ok) void refreshProgress(client)
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
    let hasMoved = false
    let isUnsaved = false
    const keep = () => {
      clearTimeout(timer)
      if (isUnsaved && article.current)
        save(readingOffset(article.current), articleText(article.current).text.length)
      isUnsaved = false
    }
    const onScroll = () => {
      // The reader itself scrolls to the top when it opens.
      if (!hasMoved && scrollY === 0) return
      hasMoved = true
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

  return {
    stop: earlier && isUnderWay(earlier.part) ? earlier : null,
    forgetStop: () => setEarlier(null),
  }
}

const nameOf = ({ offset, contentHash }: Place) => `${contentHash} ${offset}`

/** Where reading stopped before this visit. A place in another version is looked up in that version's text. */
const useEarlier = ({ article, linkId, content }: Options, sent: RefObject<Set<string>>) => {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const [unsent] = useState(() => loadUnsent(userId, linkId))
  const [earlier, setEarlier] = useState<Stop | null>(null)
  const [isLookedUp, setLookedUp] = useState(true)
  const { contentHash, position, title } = content
  // A page that closes does not see the answer, so what it sent is still kept here when another device has gone on.
  const isUnsentLater = unsent !== null && (position === null || unsent.at > position.updatedAt)
  const place: Place | null = isUnsentLater ? unsent : position
  const { offset, contentHash: placeHash } = place ?? {}

  const keep = useEffectEvent((found: number) => {
    setLookedUp(true)
    if (!article.current) return
    const part = found / (articleText(article.current).text.length || 1)
    if (part > 0) setEarlier(part < READ_ALL ? { offset: found, part } : { offset: found, part: 1 })
  })
  useLayoutEffect(() => {
    if (offset === undefined || placeHash === undefined || !article.current) return
    if (sent.current.has(nameOf({ offset, contentHash: placeHash }))) return
    if (placeHash === contentHash) {
      keep(offset)
      return
    }
    let isGone = false
    const { text } = articleText(article.current)
    setLookedUp(false)
    client.fetchQuery(versionQuery(linkId, placeHash)).then(
      older => {
        if (!isGone) keep(movedOffset(textOf(older.content ?? '', title), offset, text))
      },
      // Nobody knows any more what the text was.
      () => isGone || keep(Math.min(offset, text.length)),
    )
    return () => {
      isGone = true
    }
  }, [article, client, linkId, offset, placeHash, contentHash, title, sent])
  return { earlier, setEarlier, isLookedUp }
}

const textOf = (html: string, title: string): string => {
  const article = document.createElement('article')
  article.append(prepareArticle(html, title).fragment)
  return articleText(article).text
}
