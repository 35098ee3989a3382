import type { NoteAnchor, NotePosition } from '@lectern/contracts/api/notes.ts'
import { atom, useAtom, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import type { Id } from '../../data/id.ts'

/** A passage of the article that the person wants to write a note on. */
export type Passage = {
  readonly selectedText: string
  readonly position: NotePosition | null
  readonly anchor: NoteAnchor | null
}

/** The reason why the panel of a link is opened: a new note, perhaps on a passage, or a note to show. */
export type Opening = {
  readonly linkId: Id
  readonly isNew?: boolean
  readonly passage?: Passage
  readonly noteId?: Id
}

/** null while the panel is closed. It stays open from one article to the next. */
const openingAtom = atom<Opening | null>(null)

/** The notes panel beside the article, for its button and for the selection. Put <NotesPanel> into the screen. */
export const useNotesPanel = () => {
  const [opening, setOpening] = useAtom(openingAtom)
  return {
    opening,
    isOpen: opening !== null,
    open: useCallback((what: Opening) => setOpening(what), [setOpening]),
    /** The panel has shown what it was opened for. */
    settle: useCallback(() => setOpening(now => now && { linkId: now.linkId }), [setOpening]),
    close: useCallback(() => setOpening(null), [setOpening]),
  }
}

/** Opens the panel, for those who do not show it. */
export const useOpenNotes = () => useSetAtom(openingAtom)
