import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { isUnsent } from '../../data/acts/act.ts'
import type { Link as SavedLink } from '../../data/answers.ts'
import { readerPath } from '../../data/id.ts'
import { countOf, formatDate, formatExact, readingMinutes } from '../../lib/format.ts'
import { hostOf, tintOf, useShownHost } from '../../lib/hosts.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { TagLink } from '../../parts/tag-link.tsx'
import { cx } from '../../ui/cx.ts'
import { BeingRead } from './being-read.tsx'
import { quoteOf } from './quote.ts'
import { Marked, useMarked } from './search/marked.tsx'

const tintStyle = (host: string) => {
  const tint = tintOf(host)
  return { background: `var(--tint-${tint})`, color: `var(--tint-${tint}-ink)` }
}

type PartProps = { link: SavedLink }

/** Pictures that failed to load. A card that scrolls into view again does not request them again. */
const broken = new Set<string>()

const useUnbroken = (address: string | null): [string | null, () => void] => {
  const [, setBroken] = useState(false)
  if (!address || broken.has(address)) return [null, () => undefined]
  return [
    address,
    () => {
      broken.add(address)
      setBroken(true)
    },
  ]
}

type PictureProps = { src: string; className: string; onBroken: () => void }

const Picture = (props: PictureProps & Pick<ComponentProps<'img'>, 'srcSet' | 'sizes'>) => {
  const { onBroken, ...image } = props
  return <img {...image} alt="" loading="lazy" decoding="async" onError={onBroken} />
}

/** Our server has two copies of a card's picture, the second for screens with more pixels. */
const bothCopies = (address: string) => {
  const { card, cardWide } = COPY_WIDTHS
  return `${address} ${card}w, ${address.replace(/w=\d+$/, `w=${cardWide}`)} ${cardWide}w`
}

/** The page's image; without one, a sentence of the article; without an article, the host's initial on the host's tint. */
export const Preview = ({ link, shape }: PartProps & { shape: 'wide' | 'thumb' }) => {
  const [image, onBroken] = useUnbroken(link.previewImage)
  const host = hostOf(link.url)
  const shownHost = useShownHost(link.url)
  // A page that is no article is not quoted.
  const quote = shape === 'wide' && link.extraction === 'ready' && link.excerpt ? quoteOf(link.excerpt) : null
  return (
    <div
      aria-hidden
      style={tintStyle(host)}
      className={cx(
        'flex items-end overflow-hidden font-serif',
        shape === 'wide'
          ? 'aspect-video rounded-t-[13px]'
          : 'h-10 w-16 shrink-0 rounded-[7px] max-sm:size-16',
        // On phones a preview without an image is hidden. A broken image keeps its space, so that the cards below do not jump.
        shape === 'wide' && !link.previewImage && 'max-sm:hidden',
      )}
    >
      {image && (
        <Picture
          src={image}
          srcSet={bothCopies(image)}
          sizes={shape === 'wide' ? '20rem' : '7rem'}
          className="size-full object-cover"
          onBroken={onBroken}
        />
      )}
      {!image && quote && (
        <p dir="auto" className="line-clamp-5 w-full p-4 text-quote text-pretty">
          “{quote}”
        </p>
      )}
      {!image && !quote && (
        <span className={shape === 'wide' ? 'p-4 text-[3rem] leading-none' : 'px-2 py-0.5 text-card'}>
          {shownHost.charAt(0).toUpperCase()}
        </span>
      )}
    </div>
  )
}

/** A name in the facts, cut where it is long. */
const Name = ({ title, children }: { title: string; children: ReactNode }) => (
  <span dir="auto" title={title} className="min-w-0 truncate">
    {children}
  </span>
)

/** The site by its name, and the author. A host that the search found stands in place of the name. */
export const Source = ({ link, isInRow = false }: PartProps & { isInRow?: boolean }) => {
  const [favicon, onBroken] = useUnbroken(link.favicon)
  const host = hostOf(link.url)
  const shownHost = useShownHost(link.url)
  const marked = useMarked({ text: shownHost, kind: 'host' })
  const site = (marked === shownHost && link.siteName) || marked
  // Some pages name an address in place of a person.
  const author = link.author && link.author !== link.siteName && !link.author.includes('//') && link.author
  return (
    <span
      className={cx(
        'flex min-w-0 items-center gap-2 text-meta text-ink-2',
        // A row's other facts are not cut, so that this part must not take their room.
        isInRow && 'sm:max-w-44 lg:max-w-60',
      )}
    >
      {favicon ? (
        <Picture src={favicon} className="size-4 shrink-0 rounded-[4px]" onBroken={onBroken} />
      ) : (
        <span
          aria-hidden
          className="size-4 shrink-0 rounded-[4px]"
          style={{ background: `var(--tint-${tintOf(host)}-ink)` }}
        />
      )}
      <Name title={shownHost}>{site}</Name>
      {author && (
        <span className={cx('contents', isInRow && 'sm:max-lg:hidden')}>
          <span aria-hidden>·</span>
          <Name title={author}>{author}</Name>
        </span>
      )}
    </span>
  )
}

/** The card's title. Its link covers the whole card, below the buttons. A link that is not sent yet has no article to open. */
export const Title = ({ link, id, className }: PartProps & { id: string; className: string }) => {
  const text = <Marked text={link.title} />
  return (
    <h2 id={id} dir="auto" className={className}>
      {isUnsent(link) ? (
        <span tabIndex={-1} className="covers-card">
          {text}
        </span>
      ) : (
        <Link href={readerPath(link.id)} className="covers-card">
          {text}
        </Link>
      )}
    </h2>
  )
}

/** The first tags as #words, and the number of the others. */
export const Tags = ({ link, most, className }: PartProps & { most: number; className?: string }) => {
  const { tags, isArchived, library, collectionId } = link
  if (tags.length === 0) return null
  return (
    <ul
      aria-label="Tags"
      className={cx('flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 text-meta text-ink-2', className)}
    >
      {tags.slice(0, most).map(tag => (
        <li key={tag} className="relative z-10 flex max-w-full min-w-6" dir="auto">
          <TagLink
            tag={tag}
            isArchived={isArchived}
            within={library === undefined ? null : collectionId}
            className="tappable"
          >
            <Marked text={tag} kind="tag" />
          </TagLink>
        </li>
      ))}
      {tags.length > most && (
        <li className="text-ink-3">
          +{tags.length - most}
          <span className="sr-only"> more</span>
        </li>
      )}
    </ul>
  )
}

export const SavedOn = ({ link }: PartProps) => (
  <time dateTime={link.createdAt} title={formatExact(link.createdAt)}>
    {formatDate(link.createdAt)}
  </time>
)

/** Who saved a link of a collection that several people keep. */
export const SavedBy = ({ link: { savedBy }, className }: PartProps & { className?: string }) =>
  savedBy !== undefined && (
    <span dir="auto" className={cx('min-w-0 truncate', className)}>
      Saved by {savedBy}
    </span>
  )

/** The reading time, or that the article is being read. */
export const ReadingTime = ({ link }: PartProps) => {
  if (isUnsent(link)) return <span>Not sent yet</span>
  if (link.extraction === 'pending') return <BeingRead linkId={link.id} />
  if (link.extraction === 'failed' || !link.wordCount) return null
  const minutes = readingMinutes(link.wordCount)
  return (
    <span>
      {minutes} min<span className="sr-only"> read, {countOf(link.wordCount, 'word')}</span>
    </span>
  )
}

/** How many notes the link has. Opens them. */
export const NoteCount = ({ link: { id, noteCount } }: PartProps) => {
  const openDialog = useOpenDialog()
  if (noteCount === 0) return null
  return (
    <>
      <span aria-hidden>·</span>
      <button
        type="button"
        onClick={() => openDialog('notes', { linkId: id })}
        className="tappable relative z-10 shrink-0 rounded-[4px] text-ink-2 hover:underline"
      >
        {countOf(noteCount, 'note')}
      </button>
    </>
  )
}
