import type { CSSProperties, ReactNode } from 'react'
import type { Link as SavedLink } from '../../data/answers.ts'
import { hostOf, tintOf, useShownName } from '../../lib/hosts.ts'
import { useReaderSettings } from '../../parts/reading-settings/settings.ts'
import { TagLinks } from '../../parts/tag-links.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type BarProps, ReaderBar } from './reader-bar.tsx'

type Props = Pick<BarProps, 'link' | 'tools' | 'entries'> & {
  title: string
  isBarHidden?: boolean
  /** The language of the title. */
  language?: string | undefined
  /** Author, date, reading time. */
  facts?: ReactNode
  isLoading?: boolean
  children?: ReactNode
}

/** The bar and one column: host, title, facts, then the article or its placeholder. */
export const ReaderPage = ({
  title,
  link,
  isBarHidden = false,
  language,
  facts,
  isLoading,
  tools,
  entries,
  children,
}: Props) => {
  const { column, size } = useReaderSettings()
  return (
    <>
      <ReaderBar
        link={link}
        isHidden={isBarHidden}
        {...(tools !== undefined && { tools })}
        {...(entries && { entries })}
      />
      {/* The notes panel beside the article sets --notes-panel to its width. */}
      <Screen
        title={title}
        className="pr-[calc(1.25rem+var(--notes-panel,0px))] pb-40 pl-5 text-ui print:p-0"
      >
        <div
          className="mx-auto max-w-(--column) pt-6 sm:pt-12 print:max-w-none"
          style={{ '--column': `${column}rem`, '--text-size': `${size / 16}rem` } as CSSProperties}
        >
          {link && <Source link={link} />}
          {isLoading && !link ? (
            <Skeleton className="h-11 w-4/5" />
          ) : (
            <h1
              dir="auto"
              lang={language}
              // 31 px and from 640 px on 40 px with text of the usual size.
              className="mt-4 text-[calc(0.9375rem+var(--text-size))] leading-[1.15] text-balance break-words sm:text-[calc(1.25rem+1.25*var(--text-size))]"
            >
              {title}
            </h1>
          )}
          {facts && <p className="mt-3 flex flex-wrap items-center gap-x-2.5 text-ink-2">{facts}</p>}
          {link && <TagLinks link={link} className="mt-2 print:hidden" />}
          <hr className="mt-7 mb-9 border-line" />
          {isLoading ? <TextShape /> : children}
        </div>
      </Screen>
    </>
  )
}

const Source = ({ link }: { link: SavedLink }) => {
  const host = hostOf(link.url)
  return (
    <p className="flex items-center gap-2 text-meta font-medium text-ink-2">
      {link.favicon ? (
        <img src={link.favicon} alt="" className="size-4 rounded-[4px]" />
      ) : (
        <span
          aria-hidden
          className="size-4 rounded-[4px]"
          style={{ background: `var(--tint-${tintOf(host)}-ink)` }}
        />
      )}
      <span className="truncate">{useShownName(link.siteName ?? host)}</span>
      <span className="hidden min-w-0 break-all print:inline">{link.url}</span>
    </p>
  )
}

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-2/3']

/** Placeholder for a paragraph that is loading. */
export const TextShape = () => (
  <div aria-hidden className="flex flex-col gap-4">
    {LINES.map((width, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list of shapes is fixed
      <Skeleton key={index} className={`h-4 ${width}`} />
    ))}
  </div>
)
