import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { describe, expect, it } from 'vitest'
import { foldAll } from '../../test-support/given.ts'
import { allowed, at, created, given, later, opened, saved } from '../../test-support/library.ts'
import { library } from '../library.ts'
import type { EditLink } from './edit-link.ts'
import { findByKey } from './state.ts'

const texts: LinkTexts = {
  url: 'https://example.com/1',
  urlKey: 'example.com/1',
  title: 'A title',
  titleFrom: 'person',
  note: null,
}
const past = [opened, allowed(5), saved(1), saved(2), created(1)]
const edit = (fields: Partial<EditLink>): EditLink => ({
  type: 'EditLink',
  linkId: 1,
  ignoreDuplicate: false,
  now: later,
  ...fields,
})
type Data = Extract<LibraryEvent, { type: 'LinkEdited' }>['data']
const edited = (changes: Data['changes'], before: Partial<Data['before']> = {}): LibraryEvent => ({
  type: 'LinkEdited',
  data: { linkId: 1, changes, before: { ...texts, ...before }, at: later },
})

/** Link 1 has some other texts. */
const givenTexts = (changes: Partial<LinkTexts>, ...since: LibraryEvent[]) =>
  given(...past, edited(changes), ...since)

describe('an edit', () => {
  it('records what changed, and what was there', () => {
    const fields = { title: 'Better', note: 'Why', tags: ['two'], collectionId: 1 }
    given(...past)
      .when(edit({ ...fields, url: texts.url }))
      .then(edited(fields, { tags: ['one'], collectionId: null }))
  })

  it('is nothing where all is as wanted', () => {
    given(...past)
      .when(edit({ title: 'A title', note: null, tags: ['one'], collectionId: null }))
      .thenNothing()
  })

  it('is refused where the link or the collection is not there', () => {
    given(...past)
      .when(edit({ linkId: 3, title: 'Better' }))
      .thenRefused('link-not-found')
    given(...past)
      .when(edit({ collectionId: 2 }))
      .thenRefused('collection-not-found')
  })

  it('is refused where another link has the address, unless the person wants it twice', () => {
    given(...past)
      .when(edit({ url: 'http://www.example.com/2' }))
      .thenRefused('duplicate-link', { isDuplicate: true })
    const url = { url: 'http://www.example.com/2', urlKey: 'example.com/2' }
    given(...past)
      .when(edit({ url: url.url, ignoreDuplicate: true }))
      .then(edited(url))
  })

  it.each<[string, Partial<EditLink>, Partial<LinkTexts>]>([
    ['title', { title: 'Mine', was: { title: 'A title' } }, { title: 'Theirs' }],
    ['note', { note: 'Mine', was: { note: null } }, { note: 'Theirs' }],
    ['address', { url: 'https://example.com/3', was: { url: texts.url } }, { url: 'https://example.com/9' }],
    ['collection', { collectionId: null, was: { collectionId: 2 } }, {}],
  ])('is refused where another device changed the %s after the person had seen it', (_, fields, known) => {
    const collected = {
      type: 'LinkCollected',
      data: { linkId: 1, collectionId: 1, before: null, at },
    } as const
    givenTexts(known, collected).when(edit(fields)).thenRefused('link-changed')
  })

  it('stands where the other device changed other fields, wrote the same, or the page gave the title', () => {
    givenTexts({ note: 'Theirs' })
      .when(edit({ title: 'Mine', was: { title: 'A title' } }))
      .then(edited({ title: 'Mine' }, { note: 'Theirs' }))
    givenTexts({ title: 'Same' })
      .when(edit({ title: 'Same', was: { title: 'A title' } }))
      .thenNothing()
    const ofPage = { title: 'Words of a path', titleFrom: 'page' } as const
    givenTexts(ofPage)
      .when(edit({ title: 'Mine', was: { title: 'The page' } }))
      .then(edited({ title: 'Mine', titleFrom: 'person' }, ofPage))
  })

  it('adds and takes away tags where the person says which they saw', () => {
    const retagged: LibraryEvent = {
      type: 'LinksEdited',
      data: { links: [1], changes: { tags: ['one', 'theirs'] }, before: null, at },
    }
    given(...past, retagged)
      .when(edit({ tags: ['Mine'], was: { tags: ['ONE'] } }))
      .then(edited({ tags: ['theirs', 'Mine'] }, { tags: ['one', 'theirs'] }))
    given(...past, retagged)
      .when(edit({ tags: ['Mine'] }))
      .then(edited({ tags: ['Mine'] }, { tags: ['one', 'theirs'] }))
    const many = Array.from({ length: 50 }, (_, n) => `tag ${n}`)
    given(...past, { ...retagged, data: { ...retagged.data, changes: { tags: many } } })
      .when(edit({ tags: ['one', 'two'], was: { tags: ['one'] } }))
      .thenRefused('too-many-tags')
  })

  it('may write its own address in another way', () => {
    given(...past)
      .when(edit({ url: 'https://example.com/1#part' }))
      .then(edited({ url: 'https://example.com/1#part' }))
  })

  it('frees the old address', () => {
    const moved = edited({ url: 'https://example.com/9', urlKey: 'example.com/9' })
    const save = {
      type: 'SaveLink',
      title: 'A title',
      note: null,
      tags: ['one'],
      ignoreDuplicate: false,
    } as const
    given(...past, moved)
      .when({ ...save, url: texts.url, now: at })
      .then(saved(3, texts.url))
    given(...past, moved)
      .when({ ...save, url: 'https://example.com/9', now: at })
      .thenRefused('duplicate-link')
  })
})

describe('a title', () => {
  it('is that of the person once they typed one', () => {
    givenTexts({ titleFrom: 'page' })
      .when(edit({ title: 'A title' }))
      .then(edited({ titleFrom: 'person' }, { titleFrom: 'page' }))
  })

  it('follows the page again where the person takes theirs away', () => {
    given(...past)
      .when(edit({ title: null }))
      .then(edited({ title: 'example.com', titleFrom: 'page' }))
  })

  it('of a page has the words of the new path once the address changes', () => {
    givenTexts({ titleFrom: 'page' })
      .when(edit({ url: 'https://example.com/a-long-road.html' }))
      .then(
        edited(
          {
            url: 'https://example.com/a-long-road.html',
            urlKey: 'example.com/a-long-road.html',
            title: 'A long road',
          },
          { titleFrom: 'page' },
        ),
      )
  })

  it('has the words of the path where a link is saved without one', () => {
    const save = { type: 'SaveLink', url: 'https://example.com/a-long-road', note: null, tags: [] } as const
    given(opened, allowed(5))
      .when({ ...save, ignoreDuplicate: false, now: at })
      .then({
        type: 'LinkSaved',
        data: {
          linkId: 1,
          url: save.url,
          urlKey: 'example.com/a-long-road',
          title: 'A long road',
          titleFrom: 'page',
          note: null,
          tags: [],
          duplicateAccepted: false,
          at,
        },
      })
  })
})

it('a link may get its own address, written in another way', () => {
  const old = { url: 'https://example.com/%7Ea', urlKey: 'example.com/%7Ea' }
  const wanted = { url: 'https://example.com/~a', urlKey: 'example.com/~a' }
  givenTexts(old)
    .when(edit({ url: wanted.url }))
    .then(edited(wanted, old))
})

it('a duplicate is told of the oldest link with the address, however that came to it', () => {
  const moved = edited({ url: 'https://example.com/2', urlKey: 'example.com/2' })
  const state = foldAll(library, [...past, moved])
  expect(findByKey(state, 'example.com/2')).toBe(1)
  expect(findByKey(state, 'example.com/1')).toBeUndefined()
})
