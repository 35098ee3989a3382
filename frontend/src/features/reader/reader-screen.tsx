import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { useLink } from '../../data/links/use-links.ts'
import { ApiError } from '../../lib/api.ts'
import { backToList, useNavigate } from '../../lib/navigation.tsx'
import { useCommandKeys } from '../../parts/commands/use-commands.tsx'
import { contentQuery, versionQuery } from './api.ts'
import { Article } from './article.tsx'
import { Neighbours } from './neighbours.tsx'
import { ReaderPage } from './reader-page.tsx'
import { ArticleFailed, ArticlePending, InvalidLink, LoadFailed } from './reader-states.tsx'
import { useReaderTheme } from './settings/settings.ts'
import { useList } from './use-list.ts'
import { useVersion } from './versions/version-address.ts'
import '../../styles/article.css'

/** Reads a link id, a positive integer; null for anything else. */
const parseId = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

export default function ReaderScreen({ linkId = '' }: { linkId?: string }) {
  useReaderTheme()
  const id = parseId(linkId)
  return id === null ? <InvalidLink /> : <Reader id={id} />
}

const Reader = ({ id }: { id: number }) => {
  // The page that opened the reader may be scrolled, and a cached article shows at once.
  useLayoutEffect(() => {
    scrollTo(0, 0)
  }, [])
  const { link, error: linkError, refetch } = useLink(id)
  const version = useVersion()
  const newest = useQuery(contentQuery(id))
  const isOlder = version !== null && version !== newest.data?.contentHash
  const older = useQuery({ ...versionQuery(id, version ?? ''), enabled: isOlder })
  const content = isOlder ? older : newest
  const list = useList(id)
  useCommandKeys({ screen: 'reader', link: () => link ?? undefined, list })

  // The person deleted the link here.
  const navigate = useNavigate()
  const isDeleted = link === null
  useEffect(() => {
    if (isDeleted && !backToList()) navigate('/', { replace: true })
  }, [isDeleted, navigate])

  const error = linkError ?? content.error
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
          foot={<Neighbours list={list} />}
        />
      )
    if (content.data.status === 'pending' || link.extraction === 'pending')
      return <ArticlePending link={link} />
    return <ArticleFailed link={link} reason={content.data.reason} />
  }
  if (error instanceof ApiError && error.status === 404 && !isDeleted) return <InvalidLink />
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
