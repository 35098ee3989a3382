import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { NoteEntry } from '../../data/answers.ts'
import { readerPath } from '../../data/id.ts'
import { hostOf, isWebAddress, tintOf, useShownName } from '../../lib/hosts.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { placeOf } from '../../parts/notes-panel/note-card.tsx'
import {
  CreatedOn,
  NOTE_TYPES,
  NoteText,
  PrivateBadge,
  SharedBadge,
  TypeBadge,
  UpdatedOn,
} from '../../parts/notes-panel/note-parts.tsx'
import { useNotesPanel } from '../../parts/notes-panel/use-notes-panel.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'

/** A note on the Notes page, with the article that it belongs to. */
export const EntryCard = ({ entry: { note, link } }: { entry: NoteEntry }) => {
  const openDialog = useOpenDialog()
  const { open } = useNotesPanel()
  const { id, linkId } = note
  return (
    <article
      data-note={id}
      aria-label={`${NOTE_TYPES[note.type].label} on ${link.title}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface px-4 pt-2.5 pb-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <TypeBadge note={note} />
        <CreatedOn note={note} />
        <PrivateBadge note={note} />
        <SharedBadge note={note} />
        <span className="-mr-2 ml-auto flex gap-1">
          <Link
            // A note without a place in the text is shown in the panel.
            href={note.position ? placeOf(note) : readerPath(linkId)}
            onClick={() => !note.position && open({ linkId, noteId: id })}
            aria-label={`Open ${link.title}`}
            className={`${buttonClass('ghost')} px-3`}
          >
            Open
          </Link>
          <Menu
            label="Note actions"
            entries={[
              {
                label: 'Edit',
                icon: Pencil,
                onSelect: () => openDialog('notes', { linkId, noteId: id }),
              },
              {
                label: 'Delete',
                icon: Trash2,
                tone: 'danger',
                onSelect: () => openDialog('deleteNote', { note }),
              },
            ]}
            button={props => (
              <IconButton {...props}>
                <Ellipsis aria-hidden />
              </IconButton>
            )}
          />
        </span>
      </div>
      <NoteText note={note} className="line-clamp-12" />
      <Source link={link} />
      <UpdatedOn note={note} />
    </article>
  )
}

const Source = ({ link: { title, url, previewImage, siteName } }: Pick<NoteEntry, 'link'>) => {
  const host = hostOf(url)
  return (
    <div className="flex items-center gap-3">
      <Thumbnail image={previewImage} host={host} />
      <div className="min-w-0">
        <p dir="auto" className="truncate font-serif font-[550] text-ink">
          {title}
        </p>
        <p className="truncate text-meta text-ink-3">{useShownName(siteName ?? host)}</p>
      </div>
    </div>
  )
}

/** The article's picture; without one, the host's initial on the host's tint. */
const Thumbnail = ({ image, host }: { image: string | null; host: string }) => {
  const [isBroken, setBroken] = useState(false)
  const isShown = !isBroken && image !== null && (image.startsWith('/api/images/') || isWebAddress(image))
  const tint = tintOf(host)
  const shownHost = useShownName(host)
  return (
    <span
      aria-hidden
      style={{ background: `var(--tint-${tint})`, color: `var(--tint-${tint}-ink)` }}
      className="grid h-10 w-15 shrink-0 place-items-center overflow-hidden rounded-[6px] font-serif text-card"
    >
      {isShown ? (
        <img
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        shownHost.charAt(0).toUpperCase()
      )}
    </span>
  )
}
