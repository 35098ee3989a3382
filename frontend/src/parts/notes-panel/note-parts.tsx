import type { NoteType } from '@lectern/contracts/api/notes.ts'
import { Highlighter, Lock, type LucideIcon, Quote, StickyNote, Users } from 'lucide-react'
import type { Note } from '../../data/answers.ts'
import { isUnsentId } from '../../data/id.ts'
import { formatDate, formatExact } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'

export const NOTE_TYPES: Record<NoteType, { label: string; plural: string; Icon: LucideIcon }> = {
  note: { label: 'Note', plural: 'Notes', Icon: StickyNote },
  highlight: { label: 'Highlight', plural: 'Highlights', Icon: Highlighter },
  quote: { label: 'Quote', plural: 'Quotes', Icon: Quote },
}

type PartProps = { note: Note }

const BADGE = 'inline-flex items-center gap-1.5 text-meta font-medium [&_.lucide]:size-4'

export const TypeBadge = ({ note }: PartProps) => {
  const { label, Icon } = NOTE_TYPES[note.type]
  return (
    <span className={cx(BADGE, 'text-ink')}>
      <Icon aria-hidden />
      {label}
    </span>
  )
}

export const PrivateBadge = ({ note }: PartProps) =>
  note.isPrivate && (
    <span className={cx(BADGE, 'rounded-full bg-sunken px-2 py-0.5 text-ink-2 [&_.lucide]:size-3.5')}>
      <Lock aria-hidden />
      Private
    </span>
  )

/** Who wrote it, where that is somebody else; or that others see what the person wrote. */
export const SharedBadge = ({ note: { writer, shared } }: PartProps) =>
  (writer || shared) && (
    <span className={cx(BADGE, 'rounded-full bg-sunken px-2 py-0.5 text-ink-2 [&_.lucide]:size-3.5')}>
      <Users aria-hidden />
      {writer ? (
        <span dir="auto" className="max-w-40 truncate">
          {writer.name}
        </span>
      ) : (
        'Shared'
      )}
    </span>
  )

export const CreatedOn = ({ note: { id, createdAt } }: PartProps) => (
  <span className="text-meta text-ink-3">
    <time dateTime={createdAt} title={formatExact(createdAt)}>
      {formatDate(createdAt)}
    </time>
    {isUnsentId(id) && ' · Not sent yet'}
  </span>
)

/** The day of the last change where that is not the creation. */
export const UpdatedOn = ({ note: { createdAt, updatedAt } }: PartProps) =>
  updatedAt !== createdAt && (
    <p className="text-meta text-ink-3">
      Updated{' '}
      <time dateTime={updatedAt} title={formatExact(updatedAt)}>
        {formatDate(updatedAt)}
      </time>
    </p>
  )

type QuoteBlockProps = { color: string; className?: string | undefined; children: string }

/** Words of the article, with the note's colour at their side. */
export const QuoteBlock = ({ color, className, children }: QuoteBlockProps) => (
  <blockquote
    dir="auto"
    style={{ borderColor: color, background: `color-mix(in srgb, ${color} 12%, transparent)` }}
    className={cx(
      'rounded-r-[6px] border-s-3 px-3 py-2 font-serif text-lead break-words whitespace-pre-line text-ink',
      className,
    )}
  >
    {children}
  </blockquote>
)

/** The words of the article and what the person wrote. A highlight's content is often the words themselves. */
export const NoteText = ({ note, className }: PartProps & { className?: string }) => (
  <>
    {note.selectedText && (
      <QuoteBlock color={note.color} className={className}>
        {note.selectedText}
      </QuoteBlock>
    )}
    {note.content !== note.selectedText && (
      <p dir="auto" className={cx('break-words whitespace-pre-line text-ink', className)}>
        {note.content}
      </p>
    )}
  </>
)
