import type { User } from '@lectern/contracts/api/account.ts'
import { CollectionList } from '@lectern/contracts/api/collections.ts'
import { Contact } from '@lectern/contracts/api/contact.ts'
import { Counts, TagList } from '@lectern/contracts/api/counts.ts'
import { Link, LinkContent, LinkList, newLink } from '@lectern/contracts/api/links.ts'
import { PaymentSettings } from '@lectern/contracts/api/payments.ts'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Link as ClientLink, LinkList as ClientList } from '../data/answers.ts'

export const mara: User = {
  id: '019a0000-0000-7000-8000-000000000001',
  email: 'mara@example.test',
  username: 'mara',
  firstName: null,
  isPro: false,
  plan: 'free',
  itemsAllowed: 500,
}

export const aLink = (changes: Partial<ClientLink> = {}): Link =>
  Link.parse({
    ...newLink({
      id: 1,
      url: 'https://www.example.test/a-log',
      title: 'What a log is',
      note: null,
      tags: [],
      createdAt: '2026-07-03T09:41:00.000Z',
    }),
    wordCount: 400,
    extraction: 'ready',
    ...changes,
  })

export const aList = (links: readonly ClientLink[], changes: Partial<ClientList> = {}): LinkList =>
  LinkList.parse({ links, total: links.length, hasMore: false, nextCursor: null, ...changes })

export const aContent = (changes: Partial<LinkContent> = {}): LinkContent =>
  LinkContent.parse({
    status: 'ready',
    reason: null,
    title: 'What a log is',
    author: 'A. Writer',
    publishedDate: '2026-04-12',
    contentHash: 'a'.repeat(64),
    siteName: null,
    content: '<p>Lead.</p><h2>First part</h2><p>Words.</p><h2>Second part</h2><p>More words.</p>',
    wordCount: 400,
    language: 'en',
    versions: [{ contentHash: 'a'.repeat(64), readAt: '2026-07-03T09:41:05.000Z' }],
    position: null,
    isRereading: false,
    rereadFailure: null,
    ...changes,
  })

export const refusal = (status: number, message: string, details: object = {}) =>
  HttpResponse.json({ message, error: message, ...details }, { status })

export { aNote } from './notes.ts'
export { HttpResponse, http }

/** Whether plans can be bought. */
export const payments = (mode: PaymentSettings['mode']): RequestHandler =>
  http.get('*/api/payments', () =>
    HttpResponse.json(
      PaymentSettings.parse({ mode, publishableKey: 'pk_test_1', script: 'https://js.example.test/' }),
    ),
  )

export const contact: RequestHandler = http.get('*/api/contact', () =>
  HttpResponse.json(Contact.parse({ supportEmail: 'help@lectern.test' })),
)

/** Handlers for a signed-in user with this library. Put a test's own handlers before them. */
export const library = (
  links: readonly ClientLink[],
  user: User = mara,
  collections: CollectionList = [],
): RequestHandler[] => [
  payments('off'),
  contact,
  http.get('*/api/collections', () => HttpResponse.json(CollectionList.parse(collections))),
  http.get('*/api/user', () => HttpResponse.json(user)),
  http.get('*/api/links', () => HttpResponse.json(aList(links))),
  http.get('*/api/preview', () => HttpResponse.json({ image: null, title: null })),
  http.get('*/api/imports', () => HttpResponse.json({ imports: [] })),
  http.get('*/api/exports', () => HttpResponse.json({ exports: [] })),
  http.get('*/api/shares', () => HttpResponse.json({ shares: [] })),
  http.get('*/api/tags', () => HttpResponse.json(TagList.parse({ tags: [] }))),
  http.get('*/api/links/:id/notes', () => HttpResponse.json([])),
  http.get('*/api/shared', () => HttpResponse.json([])),
  http.post('*/api/notes/count', () => HttpResponse.json({ notes: 0 })),
  http.get('*/api/notes', () => HttpResponse.json([])),
  http.get('*/api/notes/counts', () => HttpResponse.json({ all: 0, note: 0, highlight: 0, quote: 0 })),
  http.get('*/api/counts', () =>
    HttpResponse.json(
      Counts.parse({
        used: links.length,
        allowed: 500,
        active: links.length,
        archived: 0,
        favorites: 0,
        collections: collections.map(({ id, count }) => ({ id, count })),
        uncollected: links.filter(link => link.collectionId === null).length,
        tagCount: 0,
        tags: [],
      }),
    ),
  ),
]

/** Nothing but the password. */
const methods = http.get('*/api/auth/methods', () => HttpResponse.json({ passkeys: false }))

export const server = setupServer(methods)

/** Runs the mock server during the tests of a file. A request without a handler fails. */
export const withServer = (): void => {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
}
