import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { Globe, RotateCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearch } from 'wouter'
import type { Link } from '../../data/answers.ts'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { formatDate, readingMinutes } from '../../lib/format.ts'
import { articleText } from '../../parts/article-text/article-text.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { NotesPanel } from '../../parts/notes-panel/notes-panel.tsx'
import { useTypography } from '../../parts/reading-settings/settings.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ArticleTools, useHighlightEntries } from './article-tools.tsx'
import { useFormulas } from './formulas/use-formulas.ts'
import { useInside } from './inside/use-inside.tsx'
import { Outline } from './outline.tsx'
import { movedOffset, offsetAtTop, scrollToOffset, stayInPlace } from './position/place.ts'
import { PlaceOffer } from './position/place-offer.tsx'
import { usePosition } from './position/use-position.ts'
import { useScrolling } from './position/use-scrolling.ts'
import { prepareArticle } from './prepare-article.ts'
import { ReaderPage } from './reader-page.tsx'
import { useSpeech } from './speech/use-speech.tsx'
import { swapImages } from './swap-images.ts'
import { OlderVersion } from './versions/older-version.tsx'
import { useReread } from './versions/use-reread.ts'
import { VersionsButton } from './versions/versions-button.tsx'

const highlights = lazyPart(() => import('./highlights/highlights.tsx'))

type Props = {
  link: Link
  content: LinkContent
  html: string
  /** Whether an older version of the text is shown. */
  isOlder: boolean
  /** Shown under the article. */
  foot?: ReactNode
}

export const Article = ({ link, content, html, isOlder, foot }: Props) => {
  const title = content.title || link.title
  const typography = useTypography()
  const body = useRef<HTMLElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const { fragment, headings } = useText(body, { html, title, contentHash: content.contentHash })
  useFormulas(body, fragment)
  const inside = useInside(body)
  const { isBarHidden, headingId } = useScrolling(body, line)
  // A note's place is more wanted than the last one.
  const isForNote = new URLSearchParams(useSearch()).has('note')
  const { offer, takeOffer, endOffer } = usePosition({
    article: body,
    linkId: link.id,
    content,
    opensAtStop: !isForNote && !isOlder,
  })
  const speech = useSpeech({ article: body, title, content })
  const { isUnderWay, reread } = useReread(link.id)
  const isOffline = useIsOffline()
  const openDialog = useOpenDialog()
  const highlightEntries = useHighlightEntries(link.id)
  const language = content.language ?? undefined

  return (
    <>
      <div
        aria-hidden
        data-line
        className="pointer-events-none fixed inset-x-0 top-0 z-30 h-[3px] print:hidden"
      >
        <div ref={line} className="h-full origin-left scale-x-0 bg-marker rtl:origin-right" />
      </div>
      <ReaderPage
        title={link.title}
        link={link}
        isBarHidden={isBarHidden}
        language={language}
        tools={<ArticleTools linkId={link.id} listen={speech.button} />}
        entries={[
          // The page is its owner's matter.
          ...(isOffline || link.library !== undefined
            ? []
            : content.isProvided
              ? [
                  {
                    label: 'Use the site’s page',
                    icon: Globe,
                    onSelect: () => openDialog('removePage', { linkId: link.id }),
                  },
                ]
              : isUnderWay
                ? []
                : [{ label: 'Read the page again', icon: RotateCw, onSelect: reread }]),
          ...highlightEntries,
        ]}
        facts={
          <>
            <Facts content={content} />
            <VersionsButton content={content} />
          </>
        }
      >
        {isOlder && <OlderVersion content={content} />}
        <Outline headings={headings} current={headingId} />
        <article
          ref={body}
          data-article
          {...typography}
          dir={directionOf(language)}
          lang={language}
          className="article"
          // A picture that does not load shows its alternative text instead of a broken frame.
          onErrorCapture={event => {
            if (event.target instanceof HTMLImageElement) event.target.dataset.broken = ''
          }}
        />
        <highlights.Component article={body} fragment={fragment} linkId={link.id} content={content} />
        {foot}
      </ReaderPage>
      {offer && <PlaceOffer key={offer.to} offer={offer} onTake={takeOffer} onGone={endOffer} />}
      {inside}
      <NotesPanel linkId={link.id} />
      {speech.panel}
    </>
  )
}

type Text = { html: string; title: string; contentHash: string | null }

/**
 * Draws the text. When a new version takes the place of the one that is read, the reader stays at its words. When only
 * images arrive, they are put into the text that is there.
 * @returns what was prepared of the text; the same until there is another text
 */
const useText = (body: RefObject<HTMLElement | null>, { html, title, contentHash }: Text) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: of one version only the images change
  const text = useMemo(() => ({ html, ...prepareArticle(html, title) }), [contentHash, title])
  const drawn = useRef(text)

  const draw = useEffectEvent((element: HTMLElement) => {
    const before = element.hasChildNodes() && scrollY > 0 ? articleText(element).text : null
    const offset = before === null ? 0 : offsetAtTop(element)
    element.replaceChildren(text.fragment.cloneNode(true))
    drawn.current = text
    if (before !== null) scrollToOffset(element, movedOffset(before, offset, articleText(element).text))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: draws the text
  useLayoutEffect(() => {
    if (body.current) draw(body.current)
  }, [body, text])

  const swap = useEffectEvent((element: HTMLElement) => {
    const newer = { html, ...prepareArticle(html, title) }
    stayInPlace(element, () => swapImages(element, drawn.current.fragment, newer.fragment))
    drawn.current = newer
  })
  useLayoutEffect(() => {
    if (body.current && drawn.current.html !== html) swap(body.current)
  }, [body, html])
  return text
}

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b/i

/** The direction of a language; without one, that of the first letters. */
const directionOf = (language: string | undefined): 'ltr' | 'rtl' | 'auto' => {
  if (language === undefined) return 'auto'
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
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
