import * as links from '@lectern/contracts/api/links.ts'
import type * as notes from '@lectern/contracts/api/notes.ts'
import type { Schema } from '../lib/api.ts'
import { type Id, idIn } from './id.ts'

// What the server answers, with the client's ids (id.ts) in place of numbers.

/** A link as screens and stores have it. */
export type Link = Omit<links.Link, 'id' | 'collectionId'> & { id: Id; collectionId: Id | null }
export type LinkList = Omit<links.LinkList, 'links'> & { links: Link[] }
export type Note = Omit<notes.Note, 'id' | 'linkId'> & { id: Id; linkId: Id }
export type NoteList = Note[]
export type NoteEntry = Omit<notes.NoteEntry, 'note'> & { note: Note }
export type NoteEntries = NoteEntry[]

/** @param library whose it is, where the answer need not say it */
export const namedLink = (link: links.Link, library = link.library): Link =>
  library === undefined
    ? link
    : {
        ...link,
        library,
        id: idIn(library, link.id),
        collectionId: link.collectionId === null ? null : idIn(library, link.collectionId),
      }

export const namedNote = (note: notes.Note, library = note.library): Note => {
  if (library === undefined && !note.writer) return note
  const whose = library === undefined ? {} : { library }
  return { ...note, ...whose, id: idIn(note.writer?.id, note.id), linkId: idIn(library, note.linkId) }
}

/** @param library whose it is, where the answer need not say it */
export const linkIn = (library: string | undefined): Schema<Link> => ({
  parse: answer => namedLink(links.Link.parse(answer), library),
})
export const Link: Schema<Link> = linkIn(undefined)

export const LinkList: Schema<LinkList> = {
  parse: answer => {
    const list = links.LinkList.parse(answer)
    return { ...list, links: list.links.map(link => namedLink(link)) }
  },
}
