import { randomUUID } from 'node:crypto'
import type { LinkSaved } from '@lectern/contracts/events/library.ts'
import type { NewEvent } from '@lectern/platform/event-store/port.ts'
import type { z } from 'zod'
import { seeded } from '../random.ts'
import { metadata } from './events.ts'
import { notesOf, type Page, type Web } from './pages.ts'

/** A library to fill with links to these pages, saved in this order over ten years. */
export type Shelf = { readonly libraryId: string; readonly web: Web; readonly pages: readonly Page[] }

type ShelfLink = z.infer<typeof LinkSaved>['data']

const BEGAN = Date.UTC(2016, 0, 1)
const ENDED = Date.UTC(2025, 11, 31)

/** The link to a page of a shelf. Its id is the page's place plus one. A library always gives equal links. */
export const linkOf = ({ libraryId, web, pages }: Shelf, place: number): ShelfLink => {
  const { url, title } = pages[place] ?? { url: '', title: '' }
  const random = seeded(Number.parseInt(libraryId.slice(-8), 16) + place * 40_503)
  return {
    linkId: place + 1,
    url,
    urlKey: url.replace(/^https?:\/\/(www\.)?/, ''),
    title,
    ...notesOf(web, random),
    duplicateAccepted: false,
    at: new Date(BEGAN + ((ENDED - BEGAN) * (place + random() / 2)) / pages.length).toISOString(),
  }
}

export const savedEvent = (shelf: Shelf, place: number): NewEvent => ({
  id: randomUUID(),
  type: 'LinkSaved',
  data: linkOf(shelf, place),
  metadata: metadata(),
})

export const openedEvent = (libraryId: string): NewEvent => ({
  id: randomUUID(),
  type: 'LibraryOpened',
  data: { libraryId, ownerId: randomUUID(), at: new Date(BEGAN).toISOString() },
  metadata: metadata(),
})
