import { Ellipsis, Pencil, TextSearch, Trash2 } from 'lucide-react'
import { flushSync } from 'react-dom'
import type { Note } from '../../data/answers.ts'
import { isUnsentId, numberOf, ownerOf, readerPath } from '../../data/id.ts'
import { readEntry, useNavigate } from '../../lib/navigation.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu/menu.tsx'
import {
  CreatedOn,
  NOTE_TYPES,
  NoteText,
  PrivateBadge,
  SharedBadge,
  TypeBadge,
  UpdatedOn,
} from './note-parts.tsx'

type Props = { note: Note; onEdit: () => void; onDelete: () => void; onShow?: () => void }

/** The reader at the place of a note. */
export const placeOf = ({ id, linkId }: Pick<Note, 'id' | 'linkId'>): string =>
  readerPath(linkId, `note=${id}`)

/** A note in the panel, with what can be done to it. */
export const NoteCard = ({ note, onEdit, onDelete, onShow }: Props) => {
  const navigate = useNavigate()
  const hasPlace = note.position !== null && !isUnsentId(note.id)
  const show: MenuEntry = {
    label: 'Show in the article',
    icon: TextSearch,
    onSelect: () => {
      onShow?.()
      // In the article, Back still leads to where it was opened from.
      const here = new URLSearchParams(location.search).get('library') ?? undefined
      const isHere = location.pathname === `/reader/${numberOf(note.linkId)}` && ownerOf(note.linkId) === here
      const options = isHere ? { replace: true, state: readEntry() } : {}
      // The address may name this note already. The reader goes to its place again when the address changes.
      if (isHere) flushSync(() => navigate(readerPath(note.linkId), options))
      navigate(placeOf(note), options)
    },
  }
  return (
    <article
      data-note={note.id}
      aria-label={`${NOTE_TYPES[note.type].label}${note.writer ? ` of ${note.writer.name}` : ''}: ${(note.selectedText ?? note.content).slice(0, 80)}`}
      className="flex flex-col gap-2.5 rounded-card border border-line bg-surface px-4 pt-2 pb-4 [contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <TypeBadge note={note} />
        <CreatedOn note={note} />
        <PrivateBadge note={note} />
        <SharedBadge note={note} />
        <span className="-mr-2.5 ml-auto min-h-9">
          {(!note.writer || hasPlace) && (
            <Menu
              label="Note actions"
              entries={[
                ...(hasPlace ? [show] : []),
                // What somebody else wrote is theirs.
                ...(note.writer
                  ? []
                  : [
                      { label: 'Edit', icon: Pencil, onSelect: onEdit },
                      { label: 'Delete', icon: Trash2, tone: 'danger' as const, onSelect: onDelete },
                    ]),
              ]}
              button={props => (
                <IconButton {...props}>
                  <Ellipsis aria-hidden />
                </IconButton>
              )}
            />
          )}
        </span>
      </div>
      <NoteText note={note} />
      <UpdatedOn note={note} />
    </article>
  )
}
