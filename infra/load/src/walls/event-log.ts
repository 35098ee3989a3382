import { randomUUID } from 'node:crypto'
import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { type NotebookEvent, notebookStream } from '@lectern/contracts/events/notebook.ts'
import type { EventStore, NewEvent, Position } from '@lectern/platform/event-store/port.ts'
import type pg from 'pg'
import { readPages } from '../world/articles.ts'
import { metadata } from '../world/events.ts'
import { createWeb, type Page } from '../world/pages.ts'
import { openedEvent, type Shelf, savedEvent } from '../world/shelf.ts'

export type LogSize = { readonly libraries: number; readonly links: number }

/** Flags and notes of a library, for each of its links. */
const FLAGS_A_LINK = 0.2
const NOTES_A_LINK = 0.6
const APPENDS_AT_ONCE = 16
const APPEND = 200

export type EventLog = {
  readonly events: number
  readonly articleEvents: number
  /** Position of the last event, which is of an article. */
  readonly end: Position
}

/** Fills an empty log with what many people did: each saved pages of their own, whose articles were read, and took notes. */
export const fillLog = async (pool: pg.Pool, store: EventStore, size: LogSize): Promise<EventLog> => {
  const { libraries, links } = size
  const web = createWeb(libraries * links + 1)
  const last = { ...web, pages: web.pages.slice(-1) }
  const pages = web.pages.slice(0, -1)
  await readPages(pool, store, { ...web, pages }, () => true)
  const waiting = Array.from({ length: libraries }, (_, n) => pages.slice(n * links, (n + 1) * links))
  const appended: number[] = []
  const work = async () => {
    for (let some = waiting.pop(); some !== undefined; some = waiting.pop())
      appended.push(await appendLibrary(store, { libraryId: randomUUID(), web, pages: some }))
  }
  await Promise.all(Array.from({ length: APPENDS_AT_ONCE }, work))
  await readPages(pool, store, last, () => false)
  const end = await store.end()
  if (end === undefined) throw new Error('The log is empty')
  const articleEvents = web.pages.length
  return { events: appended.reduce((a, b) => a + b, 0) + articleEvents, articleEvents, end }
}

/** @returns the number of events */
const appendLibrary = async (store: EventStore, shelf: Shelf): Promise<number> => {
  const { libraryId, pages } = shelf
  const links = [
    openedEvent(libraryId),
    ...pages.map((_, place) => savedEvent(shelf, place)),
    ...flags(pages),
  ]
  const taken = notes(pages)
  await appendAll(store, libraryStream(libraryId), links)
  await appendAll(store, notebookStream(libraryId), taken)
  return links.length + taken.length
}

const appendAll = async (store: EventStore, stream: string, events: readonly NewEvent[]): Promise<void> => {
  for (let from = 0; from < events.length; from += APPEND)
    await store.append(stream, 'any', events.slice(from, from + APPEND))
}

const eventOf = (event: LibraryEvent | NotebookEvent): NewEvent => ({
  ...{ ...event, id: randomUUID(), metadata: metadata() },
})

const flags = ({ length }: readonly Page[]): NewEvent[] =>
  Array.from({ length: Math.round(length * FLAGS_A_LINK) }, (_, n) =>
    eventOf({
      type: n % 2 ? 'LinkFavorited' : 'LinkArchived',
      data: { linkId: n + 1, at: new Date().toISOString() },
    }),
  )

const notes = ({ length }: readonly Page[]): NewEvent[] =>
  Array.from({ length: Math.round(length * NOTES_A_LINK) }, (_, n) =>
    eventOf({
      type: 'NoteTaken',
      data: {
        ...{ noteId: n + 1, linkId: n + 1, clientId: randomUUID(), noteType: 'highlight', color: '#FBBF24' },
        ...{ content: `A thought about link ${n}`, selectedText: 'What the page said', isPrivate: false },
        ...{ position: { start: n, end: n + 18 }, anchor: null, at: new Date().toISOString() },
      },
    }),
  )
