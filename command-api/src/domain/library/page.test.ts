import { ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { expect, it } from 'vitest'
import { about, allowed, at, given, later, libraryId, opened, saved } from '../../test-support/library.ts'
import type { ProvidePage } from './page.ts'

const pageId = '01980000-0000-7000-8000-000000000009'
const texts: LinkTexts = {
  ...{ url: 'https://example.com/1', urlKey: 'example.com/1', title: 'A title' },
  ...{ titleFrom: 'person', note: null },
}
const withPage = { ...texts, ownArticle: ownArticleIdOf(libraryId, 1, texts.url) }
const past = [opened, allowed(5), saved(1)]
const provide: ProvidePage = { type: 'ProvidePage', libraryId, linkId: 1, pageId, now: later }
const provided: LibraryEvent = { type: 'LinkPageProvided', data: { linkId: 1, pageId, texts: withPage, at } }

it('a page gives its link an article of its own', () => {
  given(...past)
    .when(provide)
    .then({ ...provided, data: { ...provided.data, at: later } } as LibraryEvent)
})

it('a page that is provided again is of the same article', () => {
  given(...past, provided)
    .when(provide)
    .then({ ...provided, data: { ...provided.data, at: later } } as LibraryEvent)
})

it('other links, and those of other libraries, never have this article', () => {
  const others = [
    ownArticleIdOf(libraryId, 2, texts.url),
    ownArticleIdOf(pageId, 1, texts.url),
    ownArticleIdOf(libraryId, 1, `${texts.url}/2`),
  ]
  expect(new Set([withPage.ownArticle, ...others]).size).toBe(4)
})

it('a link that is gone takes no page', () => {
  given(...past, about('LinkDeleted', 1))
    .when(provide)
    .thenRefused('link-not-found')
})

it('a page is given up once', () => {
  const remove = { type: 'RemovePage', linkId: 1, now: later } as const
  const removed: LibraryEvent = { type: 'LinkPageRemoved', data: { linkId: 1, texts, at: later } }
  given(...past, provided)
    .when(remove)
    .then(removed)
  given(...past, provided, removed)
    .when(remove)
    .thenNothing()
})

it('another title keeps the page, and another address gives it up', () => {
  const edit = { type: 'EditLink', linkId: 1, ignoreDuplicate: false, now: later } as const
  const edited = (changes: object): LibraryEvent => ({
    type: 'LinkEdited',
    data: { linkId: 1, changes, before: withPage, at: later },
  })
  given(...past, provided)
    .when({ ...edit, title: 'Mine' })
    .then(edited({ title: 'Mine' }))
  given(...past, provided)
    .when({ ...edit, url: 'https://example.com/2' })
    .then(edited({ url: 'https://example.com/2', urlKey: 'example.com/2', ownArticle: null }))
})
