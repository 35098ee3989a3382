import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { type Id, idIn, ownerOf } from '../../data/id.ts'
import { useLink } from '../../data/library/use-links.ts'
import { ApiError } from '../../lib/api.ts'
import { backToList, useNavigate } from '../../lib/navigation.tsx'
import { useCommandKeys, useRun } from '../../parts/commands/use-commands.tsx'
import { useReaderTheme } from '../../parts/reading-settings/settings.ts'
import { contentQuery, versionQuery } from './api.ts'
import { Article } from './article.tsx'
import { GoOn } from './go-on.tsx'
import { ReaderPage } from './reader-page.tsx'
import {
  ArticleDeleted,
  ArticleFailed,
  ArticleNotCached,
  ArticlePending,
  InvalidLink,
  LoadFailed,
  NotShared,
} from './reader-states.tsx'
import { useEscape } from './use-escape.ts'
import { useIsNotCached } from './use-is-not-cached.ts'
import { useList } from './use-list.ts'
import { useVersion } from './versions/version-address.ts'
import '../../styles/article.css'
import '../../styles/article-print.css'

const NUMBER = /^[1-9]\d{0,8}$/
const LIBRARY = /^[\da-f-]{36}$/

/** Reads a link's number, a positive integer, and the library that it is in; null for anything else. */
const parseId = (text: string, library: string | null): Id | null => {
  if (!NUMBER.test(text) || (library !== null && !LIBRARY.test(library))) return null
  return idIn(library ?? undefined, Number(text))
}

export default function ReaderScreen({ linkId = '' }: { linkId?: string }) {
  useReaderTheme()
  const id = parseId(linkId, new URLSearchParams(useSearch()).get('library'))
  if (id === null) return <InvalidLink />
  return (
    <>
      <AtTop />
      <Reader key={ownerOf(id)} id={id} />
    </>
  )
}

/** The page that opened the reader may be scrolled. Before the reader, whose article may be there already and opens at its place. */
const AtTop = () => {
  useLayoutEffect(() => {
    scrollTo(0, 0)
  }, [])
  return null
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404 && !error.isPage

const Reader = ({ id }: { id: Id }) => {
  const { link, error: linkError, refetch } = useLink(id)
  const version = useVersion()
  const newest = useQuery(contentQuery(id))
  const isOlder = version !== null && version !== newest.data?.contentHash
  const older = useQuery({ ...versionQuery(id, version ?? ''), enabled: isOlder })
  const content = isOlder ? older : newest
  const error = linkError ?? content.error
  const isNotCached = useIsNotCached(error)
  const list = useList(id)
  const run = useRun()
  const closePanel = useEscape()
  const isText = content.data?.status === 'ready'
  useCommandKeys({
    screen: 'reader',
    link: () => link ?? undefined,
    list,
    // In a text v selects words.
    others: { Escape: closePanel, ...(!isText && link && { v: () => run('original', link) }) },
  })

  const [wasArchived, setWasArchived] = useState<boolean | null>(null)
  if (link && wasArchived === null) setWasArchived(link.isArchived)

  // The person deleted the link here.
  const navigate = useNavigate()
  const isDeleted = link === null
  const hasNext = list.neighbour(1) !== undefined
  useEffect(() => {
    if (isDeleted && !hasNext && !backToList()) navigate('/', { replace: true })
  }, [isDeleted, hasNext, navigate])
  if (isDeleted && hasNext) return <ArticleDeleted list={list} />

  const foot = link && (
    <GoOn
      link={link}
      list={list}
      hasText={isText}
      isArchivedHere={link.isArchived && wasArchived === false}
    />
  )
  if (ownerOf(id) !== undefined && [linkError, newest.error].some(isGone)) return <NotShared />
  if (link && content.data) {
    if (content.data.status === 'ready' && content.data.content !== null)
      return (
        <Article
          // Another version begins at its top, or at the place of its note.
          key={version}
          link={link}
          // Versions, place and state are those of the article, whichever text is shown.
          content={{ ...content.data, versions: newest.data?.versions ?? content.data.versions }}
          html={content.data.content}
          isOlder={isOlder}
          foot={foot}
        />
      )
    if (content.data.status === 'pending' || link.extraction === 'pending')
      return <ArticlePending link={link} foot={foot} />
    return <ArticleFailed link={link} reason={content.data.reason} foot={foot} />
  }
  if (isGone(error) && !isDeleted) return <InvalidLink />
  if (isNotCached) return <ArticleNotCached link={link ?? undefined} />
  if (error)
    return (
      <LoadFailed
        error={error}
        onRetry={() => {
          if (linkError) void refetch()
          if (content.error) void content.refetch()
        }}
      />
    )
  return <ReaderPage title={link?.title ?? 'Reader'} link={link ?? undefined} isLoading />
}
