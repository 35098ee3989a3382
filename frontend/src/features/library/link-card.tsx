import { Star } from 'lucide-react'
import { useId } from 'react'
import type { Link } from '../../data/answers.ts'
import { SavedMark } from '../../parts/offline/saved-mark.tsx'
import { cx } from '../../ui/cx.ts'
import { draggedLink } from './collections/drag.ts'
import { LinkButtons } from './link-buttons.tsx'
import { Failure } from './link-failure.tsx'
import { NoteCount, Preview, ReadingTime, SavedBy, SavedOn, Source, Tags, Title } from './link-parts.tsx'
import { ProgressLine } from './progress-line.tsx'
import { Marked } from './search/marked.tsx'
import { SelectBox } from './select-box.tsx'

const Dot = () => <span aria-hidden>·</span>

/** One link in the grid view. */
export const LinkCard = ({ link }: { link: Link }) => {
  const id = useId()
  return (
    <article
      aria-labelledby={id}
      data-link={link.id}
      draggable
      onDragStart={event => draggedLink.put(event.dataTransfer, link.id)}
      className="group/card relative flex h-full touch-pan-y flex-col rounded-card border border-line bg-surface transition-shadow duration-150 hover:border-line-2 hover:shadow-low has-checked:border-ink has-checked:bg-selected"
    >
      <SelectBox id={link.id} title={link.title} className="absolute top-1.5 right-1.5" />
      <Preview link={link} shape="wide" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 px-4 pt-4 pb-2">
        <Source link={link} />
        <Title link={link} id={id} className="line-clamp-2 text-card break-words" />
        {link.note && (
          <p dir="auto" className="line-clamp-2 text-ink-2">
            <Marked text={link.note} />
          </p>
        )}
        {link.snippet && (
          <p dir="auto" className="line-clamp-3 text-ink-2">
            <Marked {...link.snippet} />
          </p>
        )}
        {/* On a phone the preview of a card without a picture is hidden, and its quote with it. */}
        {!link.previewImage && !link.note && !link.snippet && link.excerpt && (
          <p dir="auto" className="line-clamp-3 text-ink-2 sm:hidden">
            {link.excerpt}
          </p>
        )}
        <Tags link={link} most={3} />
        <Failure link={link} />
        <div className="mt-auto flex items-center justify-between gap-2 pt-1.5">
          <p className="flex min-w-0 flex-wrap gap-x-1.5 text-meta text-ink-3">
            <SavedOn link={link} />
            {link.extraction !== 'failed' && (link.wordCount || link.extraction === 'pending') && <Dot />}
            <ReadingTime link={link} />
            <NoteCount link={link} />
            <SavedMark linkId={link.id} />
            <SavedBy link={link} className="basis-full" />
          </p>
          <LinkButtons link={link} />
        </div>
      </div>
      <ProgressLine link={link} className="rounded-card" />
    </article>
  )
}

type RowProps = { link: Link; color?: string | undefined; collection?: string | undefined }

/**
 * One link in the list view, for scanning: about 56 px, with the title and tags over one line of facts and words. On a
 * phone at most 96 px: two lines of title, one of facts, and one of tags and words.
 */
export const LinkRow = ({ link, color, collection }: RowProps) => {
  const id = useId()
  const hasTime = link.extraction === 'pending' || (link.extraction === 'ready' && link.wordCount)
  const words = link.snippet?.text ?? link.note ?? link.excerpt
  return (
    <article
      aria-labelledby={id}
      data-link={link.id}
      draggable
      onDragStart={event => draggedLink.put(event.dataTransfer, link.id)}
      className="group/card relative -mx-2 grid touch-pan-y grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 rounded-control px-2 py-2 hover:bg-sunken has-checked:bg-selected max-sm:gap-x-3"
    >
      <div className="relative max-sm:self-start">
        <Preview link={link} shape="thumb" />
        <ProgressLine link={link} className="rounded-[7px]" />
        <SelectBox id={link.id} title={link.title} className="absolute inset-0 m-auto" />
      </div>
      <div className="row-grid min-w-0">
        <Title
          link={link}
          id={id}
          className="col-span-2 min-w-0 text-lead leading-5 break-words max-sm:line-clamp-2 sm:*:-my-0.5 sm:*:block sm:*:truncate sm:*:py-0.5"
        />
        <Tags
          link={link}
          most={2}
          className={cx(
            'flex-nowrap! max-sm:row-start-3 max-sm:mr-2 sm:col-start-3 sm:ml-3 sm:max-w-80',
            // Beside the tags, the found word would be cut off.
            link.snippet && 'max-sm:hidden',
          )}
        />
        <div className="row-start-2 flex items-center gap-x-2 text-meta whitespace-nowrap text-ink-3 max-sm:col-span-2 sm:mr-2">
          <Source link={link} isInRow />
          <span className="contents max-sm:hidden">
            <Dot />
            <SavedOn link={link} />
          </span>
          {hasTime && <Dot />}
          <ReadingTime link={link} />
          <NoteCount link={link} />
          <SavedMark linkId={link.id} />
          {link.savedBy !== undefined && <Dot />}
          <SavedBy link={link} className="sm:max-w-24 lg:max-w-60" />
          {link.isFavorite && (
            <Star aria-label="Favorite" className="size-3.5! fill-marker text-marker-ink sm:hidden" />
          )}
          {color && (
            <span title={collection} className="size-2 shrink-0 rounded-full" style={{ background: color }}>
              <span className="sr-only">in {collection}</span>
            </span>
          )}
        </div>
        {link.extraction === 'failed' ? (
          <Failure link={link} isOneLine />
        ) : (
          words && (
            <p
              dir="auto"
              className={cx(
                'row-rest truncate text-left text-meta',
                link.snippet || link.note ? 'text-ink-2' : 'text-ink-3',
                words === link.excerpt && Boolean(link.previewImage) && 'max-sm:hidden',
                link.snippet && 'max-sm:line-clamp-2 max-sm:whitespace-normal',
              )}
            >
              <Marked text={words} marks={link.snippet?.marks} />
            </p>
          )
        )}
      </div>
      <LinkButtons link={link} isQuiet />
    </article>
  )
}
