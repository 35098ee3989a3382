import type { Link, LinkContent } from '@lectern/contracts/api/links.ts'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useUser } from '../../data/session/use-session.tsx'
import { formatDate, readingMinutes } from '../../lib/format.ts'
import { Continue } from './continue.tsx'
import { Outline } from './outline.tsx'
import { prepareArticle } from './prepare-article.ts'
import { ReaderPage } from './reader-page.tsx'
import { useReaderSettings } from './settings.ts'
import { useSavedPosition, useScrolling } from './use-reading.ts'

type Props = { link: Link; content: LinkContent; html: string }

export const Article = ({ link, content, html }: Props) => {
  const title = content.title || link.title
  const { size } = useReaderSettings()
  const { id: userId } = useUser()
  const body = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const { fragment, headings } = useMemo(() => prepareArticle(html, title), [html, title])

  useLayoutEffect(() => {
    body.current?.replaceChildren(fragment.cloneNode(true))
  }, [fragment])

  const { isBarHidden, headingId } = useScrolling(body, line)
  const position = useSavedPosition(body, userId, link.id)
  const language = content.language ?? undefined

  return (
    <>
      <div aria-hidden className="pointer-events-none fixed inset-x-0 top-0 z-30 h-[3px]">
        <div ref={line} className="h-full origin-left scale-x-0 bg-marker rtl:origin-right" />
      </div>
      <ReaderPage
        title={title}
        link={link}
        isBarHidden={isBarHidden}
        language={language}
        facts={<Facts content={content} />}
      >
        <Outline headings={headings} current={headingId} />
        <div
          ref={body}
          dir="auto"
          lang={language}
          className="article"
          style={{ fontSize: `${size / 16}rem` }}
          // A picture that does not load shows its alternative text instead of a broken frame.
          onErrorCapture={event => {
            if (event.target instanceof HTMLImageElement) event.target.dataset.broken = ''
          }}
        />
      </ReaderPage>
      {position && <Continue position={position} article={body} />}
    </>
  )
}

const Facts = ({ content: { author, publishedDate, wordCount } }: { content: LinkContent }) => {
  const published = publishedDate && formatDate(publishedDate)
  const facts = [
    author && (
      <span key="author" dir="auto">
        {author}
      </span>
    ),
    published && (
      <time key="date" dateTime={publishedDate}>
        {published}
      </time>
    ),
    wordCount ? <span key="time">{readingMinutes(wordCount)} min read</span> : null,
  ].filter(Boolean)
  return facts.flatMap((fact, index) =>
    index === 0
      ? [fact]
      : [
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the facts never changes
          <span key={index} aria-hidden>
            ·
          </span>,
          fact,
        ],
  )
}
