import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { ApiError } from '../../lib/api.ts'
import { ASK_AGAIN_MS, linkQuery } from '../../lib/links.ts'
import { Article } from './article.tsx'
import { contentQuery } from './content-query.ts'
import { ReaderPage } from './reader-page.tsx'
import { ArticleFailed, ArticlePending, InvalidLink, LoadFailed } from './reader-states.tsx'
import { useReaderTheme } from './settings.ts'
import { useList } from './use-list.ts'
import '../../styles/article.css'

/** Reads a link id, a positive integer; null for anything else. */
const parseId = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

export default function ReaderScreen({ linkId = '' }: { linkId?: string }) {
  useReaderTheme()
  const id = parseId(linkId)
  return id === null ? <InvalidLink /> : <Reader id={id} />
}

const Reader = ({ id }: { id: number }) => {
  useList(id)
  // The page that opened the reader may be scrolled, and a cached article shows at once.
  useLayoutEffect(() => {
    scrollTo(0, 0)
  }, [])
  const link = useQuery({
    ...linkQuery(id),
    refetchInterval: ({ state }) => state.data?.extraction === 'pending' && ASK_AGAIN_MS,
  })
  const content = useQuery(contentQuery(id))
  const error = link.error ?? content.error

  if (link.data && content.data) {
    if (content.data.status === 'ready' && content.data.content !== null)
      return <Article link={link.data} content={content.data} html={content.data.content} />
    if (content.data.status === 'pending') return <ArticlePending link={link.data} />
    return <ArticleFailed link={link.data} reason={content.data.reason} />
  }
  if (error instanceof ApiError && error.status === 404) return <InvalidLink />
  if (error)
    return (
      <LoadFailed
        error={error}
        onRetry={() => {
          if (link.error) void link.refetch()
          if (content.error) void content.refetch()
        }}
      />
    )
  return <ReaderPage title={link.data?.title ?? 'Reader'} link={link.data} isLoading />
}
