import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Id, linkPath } from '../../../data/id.ts'
import { refreshProgress, showProgress } from '../../../data/links/read-progress.ts'
import { useUser } from '../../../data/session/use-session.tsx'
import { send } from '../../../lib/api.ts'
import { articleText } from '../../../parts/article-text/article-text.ts'
import { contentQuery, versionQuery } from '../api.ts'
import { prepareArticle } from '../prepare-article.ts'
import { isUnderWay, movedOffset, READ_ALL, readingOffset, scrollToOffset } from './place.ts'
import { keepUnsent, loadUnsent, type Place } from './unsent.ts'

/** The place is sent this long after the last scroll. */
const SETTLE_MS = 2_000

/** A newer place, which another device sent, still opens the article this long after it was opened. */
const OPENING_MS = 5_000

/** A place to continue at, and the part of the text before it, 0 to 1. */
type Stop = { readonly offset: number; readonly part: number }

/** What is offered: the way to the top, since the article opened at this part of it, or to a place further on. */
export type Offer = { readonly to: 'top' | 'place'; readonly part: number }

type Options = {
  article: RefObject<HTMLElement | null>
  linkId: Id
  content: LinkContent
  /** Whether the article opens where reading stopped, and not at a note. */
  opensAtStop: boolean
}

/**
 * Opens the article where reading stopped, on any device, and keeps the place on the server while the person reads, also when
 * they leave. A place that could not be sent stays on the device for the next visit. The place of an earlier visit is kept
 * until it is passed, or until the person takes the way to the top: a look at the beginning does not lose it. The top itself
 * is no place. An article that was read to its end stays so, and opens at its top.
 */
export const usePosition = ({ article, linkId, content, opensAtStop }: Options) => {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const { contentHash } = content
  /** Places that this visit has sent. */
  const sent = useRef(new Set<string>())
  /** scrollY at which the reader has opened the article; null once the person has scrolled. */
  const openedAt = useRef<number | null>(0)
  const [began] = useState(() => performance.now())
  const [offer, setOffer] = useState<Offer | null>(null)
  const openAt = ({ offset, part }: Stop) => {
    if (!opensAtStop || !article.current || !isUnderWay(part)) return
    if (openedAt.current === null || performance.now() - began > OPENING_MS) {
      setOffer({ to: 'place', part })
      return
    }
    scrollToOffset(article.current, offset)
    openedAt.current = scrollY
    setOffer({ to: 'top', part })
  }
  const { earlier, setEarlier, isLookedUp } = useEarlier({ article, linkId, content, openAt }, sent)

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
    const path = linkPath(linkId, '/position')
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
    let isUnsaved = false
    const keep = () => {
      clearTimeout(timer)
      if (isUnsaved && article.current)
        save(readingOffset(article.current), articleText(article.current).text.length)
      isUnsaved = false
    }
    const onScroll = () => {
      // The reader itself scrolls when it opens.
      if (scrollY === openedAt.current) return
      openedAt.current = null
      isUnsaved = scrollY > 0
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
    offer,
    endOffer: () => setOffer(null),
    takeOffer: () => {
      if (offer?.to === 'top') scrollTo({ top: 0 })
      else if (earlier && article.current) scrollToOffset(article.current, earlier.offset)
      setOffer(null)
      setEarlier(null)
    },
  }
}

const nameOf = ({ offset, contentHash }: Place) => `${contentHash} ${offset}`

/** Where reading stopped before this visit. A place in another version is looked up in that version's text. */
const useEarlier = (
  { article, linkId, content, openAt }: Omit<Options, 'opensAtStop'> & { openAt: (stop: Stop) => void },
  sent: RefObject<Set<string>>,
) => {
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
    if (part <= 0) return
    setEarlier({ offset: found, part: part < READ_ALL ? part : 1 })
    openAt({ offset: found, part })
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
