import type { Link } from '@lectern/contracts/api/links.ts'
import { useId } from 'react'
import { draggedLink } from './collections/drag.ts'
import { LinkButtons } from './link-buttons.tsx'
import { Failure, Host, NoteCount, Preview, ReadingTime, SavedOn, Tags, Title } from './link-parts.tsx'
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
      className="group/card relative flex h-full flex-col rounded-card border border-line bg-surface transition-shadow duration-150 hover:border-line-2 hover:shadow-low"
    >
      <SelectBox id={link.id} title={link.title} className="absolute top-1.5 right-1.5" />
      <Preview link={link} shape="wide" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 px-4 pt-4 pb-2">
        <Host link={link} />
        <Title link={link} id={id} className="line-clamp-2 break-words" />
        {link.note && (
          <p dir="auto" className="line-clamp-2 text-ink-2">
            <Marked text={link.note} />
          </p>
        )}
        <Tags tags={link.tags} most={3} />
        <Failure link={link} />
        <div className="mt-auto flex items-center justify-between gap-2 pt-1.5">
          <p className="flex flex-wrap gap-x-1.5 text-meta text-ink-3">
            <SavedOn link={link} />
            {link.extraction !== 'failed' && (link.wordCount || link.extraction === 'pending') && <Dot />}
            <ReadingTime link={link} />
            <NoteCount link={link} />
          </p>
          <LinkButtons link={link} />
        </div>
      </div>
    </article>
  )
}

/** One link in the list view: one line of facts, the title, the note and two tags. */
export const LinkRow = ({ link }: { link: Link }) => {
  const id = useId()
  const hasTime = link.extraction === 'pending' || (link.extraction === 'ready' && link.wordCount)
  return (
    <article
      aria-labelledby={id}
      data-link={link.id}
      draggable
      onDragStart={event => draggedLink.put(event.dataTransfer, link.id)}
      className="group/card relative -mx-1 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4.5 gap-y-1 rounded-control px-1 py-4 hover:bg-sunken sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-rows-[auto_1fr]"
    >
      <div className="row-span-2 max-sm:hidden">
        <Preview link={link} shape="thumb" />
      </div>
      <div className="col-span-2 flex min-w-0 flex-col gap-1 sm:col-span-1">
        <div className="flex items-center gap-x-2 text-meta whitespace-nowrap text-ink-3">
          <Host link={link} />
          <Dot />
          <SavedOn link={link} />
          {hasTime && <Dot />}
          <ReadingTime link={link} />
          <NoteCount link={link} />
        </div>
        <Title link={link} id={id} className="line-clamp-2 break-words sm:line-clamp-1" />
        {link.note && (
          <p dir="auto" className="line-clamp-1 text-ink-2">
            <Marked text={link.note} />
          </p>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-1 sm:col-start-2">
        <Tags tags={link.tags} most={2} />
        <Failure link={link} />
      </div>
      <div className="-my-2 flex items-center self-end pr-2 sm:col-start-3 sm:my-0 sm:row-span-2 sm:row-start-1">
        <SelectBox id={link.id} title={link.title} className="relative" />
        <LinkButtons link={link} />
      </div>
    </article>
  )
}
