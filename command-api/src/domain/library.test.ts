import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCommand } from '../test-support/any-command.ts'
import { foldAll } from '../test-support/given.ts'
import {
  about,
  allowed,
  at,
  given,
  later,
  libraryId,
  opened,
  ownerId,
  saved,
} from '../test-support/library.ts'
import type { SaveLink } from './library/links.ts'
import { library } from './library.ts'

const save = (url: string, more: Partial<SaveLink> = {}): SaveLink => ({
  type: 'SaveLink',
  url,
  title: 'A title',
  note: null,
  tags: ['one'],
  ignoreDuplicate: false,
  now: at,
  ...more,
})

const savedAs = (linkId: number, clientId: string): LibraryEvent => {
  const event = saved(linkId)
  return { ...event, data: { ...event.data, clientId } } as LibraryEvent
}

describe('OpenLibrary', () => {
  const open = { type: 'OpenLibrary', libraryId, ownerId, now: at } as const
  it("produces a library with the free plan's allowance", () => {
    given().when(open).then(opened, allowed(500))
  })
  it('produces one with the allowance of the plan that accounts begin with here', () => {
    const plan = 'legacy_unlimited'
    const data = { plan, limit: null, cause: 'account-opened', at } as const
    given()
      .when({ ...open, plan })
      .then(opened, { type: 'AllowanceChanged', data })
  })
  it('stays quiet on one that is open', () => {
    given(opened, allowed(500)).when(open).thenNothing()
  })
})

describe('CloseLibrary', () => {
  const close = { type: 'CloseLibrary', libraryId, ownerId, now: at } as const
  const closed: LibraryEvent = { type: 'LibraryClosed', data: { libraryId, ownerId, at } }
  it('closes a library, also one whose opening was interrupted, once', () => {
    given(opened, allowed(500), saved(1)).when(close).then(closed)
    given().when(close).then(closed)
    given(opened, closed).when(close).thenNothing()
  })
  it('leaves nothing', () => {
    expect(foldAll(library, [opened, allowed(500), saved(1), closed])).toEqual({
      ...library.initial(),
      closed: true,
    })
  })
  it('lets no command change it afterwards', () => {
    fc.assert(
      fc.property(anyCommand, command => {
        given(opened, saved(1), closed).when(command).thenRefused('account-closed')
      }),
    )
  })
})

describe('SetAllowance', () => {
  const grant = { type: 'SetAllowance', plan: 'pro', cause: 'grant-1', now: at } as const
  const granted: LibraryEvent = {
    type: 'AllowanceChanged',
    data: { plan: 'pro', limit: 10_000, cause: 'grant-1', at },
  }
  it('produces the allowance of the plan', () => {
    given(opened, allowed(500)).when(grant).then(granted)
  })
  it('stays quiet about a cause it had before, also after another one', () => {
    given(opened, allowed(500), granted, allowed(500, 'refund-1')).when(grant).thenNothing()
  })
  it('stays quiet about a purchase that comes after its refund', () => {
    const refunded = {
      type: 'SetAllowance',
      plan: 'free',
      cause: 'refund-1',
      causeRevision: 5,
      now: at,
    } as const
    const changed: LibraryEvent = {
      type: 'AllowanceChanged',
      data: { plan: 'free', limit: 500, cause: 'refund-1', causeRevision: 5, at },
    }
    given(opened, allowed(500)).when(refunded).then(changed)
    given(opened, allowed(500), changed)
      .when({ ...grant, causeRevision: 4 })
      .thenNothing()
  })
  it('has a library wait that is still being opened', () => {
    given().when(grant).thenRefused('being-opened')
  })
})

describe('SaveLink', () => {
  it('produces a link with the next id', () => {
    given(opened, allowed(500), saved(1)).when(save('https://example.com/2')).then(saved(2))
  })
  it('never gives an id again', () => {
    given(opened, allowed(500), saved(1), about('LinkDeleted', 1))
      .when(save('https://example.com/2'))
      .then(saved(2))
  })
  it('stores the url as given beside its key', () => {
    const url = 'http://www.Example.com/2/?utm_source=x#part'
    given(opened, allowed(500), saved(1)).when(save(url)).then(saved(2, url))
  })
  it('keeps a title that nobody typed until that of the page comes', () => {
    const event = saved(1)
    const url = event.type === 'LinkSaved' ? event.data.url : ''
    given(opened, allowed(500))
      .when(save(url, { titleFrom: 'page' }))
      .then({ ...event, data: { ...event.data, titleFrom: 'page' } } as LibraryEvent)
    given(opened, allowed(500))
      .when(save(url, { titleFrom: 'person' }))
      .then(event)
  })
  it('saves a link once for each id of a client, even after the link is deleted', () => {
    const clientId = '01980000-0000-7000-8000-000000000006'
    const made = savedAs(1, clientId)
    given(opened, allowed(500)).when(save('https://example.com/1', { clientId })).then(made)
    for (const since of [[], [about('LinkDeleted', 1)]])
      given(opened, allowed(500), made, ...since)
        .when(save('https://example.com/other', { clientId }))
        .thenNothing()
  })
  it('refuses a duplicate', () => {
    given(opened, allowed(500), saved(1), saved(2))
      .when(save('http://www.example.com/2/'))
      .thenRefused('duplicate-link', { isDuplicate: true })
  })
  it('refuses a duplicate of a link whose key was made before escapes and sharing parameters were ignored', () => {
    for (const [url, urlKey, again] of [
      ['https://uni.example/%7Ejoe', 'uni.example/%7Ejoe', 'https://uni.example/~joe'],
      ['https://x.com/a/status/1?s=46', 'x.com/a/status/1?s=46', 'https://x.com/a/status/1'],
    ] as const) {
      const old = saved(1, url)
      const before = { ...old, data: { ...old.data, urlKey } } as LibraryEvent
      given(opened, allowed(500), before).when(save(again)).thenRefused('duplicate-link')
      given(opened, allowed(500), before).when(save(url)).thenRefused('duplicate-link')
      given(opened, allowed(500), before, about('LinkDeleted', 1)).when(save(again)).then(saved(2, again))
    }
  })
  it('produces a duplicate that the user wants', () => {
    given(opened, allowed(500), saved(1))
      .when(save('https://example.com/1', { ignoreDuplicate: true }))
      .then(saved(2, 'https://example.com/1', true))
  })
  it('records no accepted duplicate where there was none', () => {
    given(opened, allowed(500))
      .when(save('https://example.com/1', { ignoreDuplicate: true }))
      .then(saved(1))
  })
  it('produces a link whose only duplicate was deleted', () => {
    given(opened, allowed(500), saved(1), about('LinkDeleted', 1))
      .when(save('https://example.com/1'))
      .then(saved(2, 'https://example.com/1'))
  })
  it('refuses a duplicate of which one of two remains', () => {
    given(opened, allowed(500), saved(1), saved(2, 'https://example.com/1', true), about('LinkDeleted', 1))
      .when(save('https://example.com/1'))
      .thenRefused('duplicate-link')
  })
  it('refuses a link over the limit, and says the limit', () => {
    given(opened, allowed(2), saved(1), saved(2))
      .when(save('https://example.com/3'))
      .thenRefused('limit-reached', { currentCount: 2, limit: 2, upgradeRequired: true })
  })
  it('counts archived links, and not deleted ones', () => {
    given(opened, allowed(2), saved(1), saved(2), about('LinkArchived', 1))
      .when(save('https://example.com/3'))
      .thenRefused('limit-reached')
    given(opened, allowed(2), saved(1), saved(2), about('LinkDeleted', 1))
      .when(save('https://example.com/3'))
      .then(saved(3))
  })
  it('refuses a duplicate as such also at the limit', () => {
    given(opened, allowed(1), saved(1)).when(save('https://example.com/1')).thenRefused('duplicate-link')
  })
  it('has no limit on an unlimited plan', () => {
    given(opened, allowed(null), saved(1)).when(save('https://example.com/2')).then(saved(2))
  })
  it('refuses a library that does not exist', () => {
    given().when(save('https://example.com/1')).thenRefused('not-found')
  })
})

const toggles = [
  ['FavoriteLink', 'isFavorite', 'LinkFavorited', 'LinkUnfavorited'],
  ['ArchiveLink', 'isArchived', 'LinkArchived', 'LinkUnarchived'],
] as const

describe.each(toggles)('%s', (type, flag, on, off) => {
  const command = (linkId: number, target?: boolean) =>
    ({ type, linkId, [flag]: target, now: later }) as const

  it('toggles without a target', () => {
    given(opened, saved(1))
      .when(command(1))
      .then(about(on, 1, later))
    given(opened, saved(1), about(on, 1))
      .when(command(1))
      .then(about(off, 1, later))
  })
  it('produces the target', () => {
    given(opened, saved(1))
      .when(command(1, true))
      .then(about(on, 1, later))
    given(opened, saved(1), about(on, 1))
      .when(command(1, false))
      .then(about(off, 1, later))
  })
  it('stays quiet where the link is as wanted', () => {
    given(opened, saved(1)).when(command(1, false)).thenNothing()
    given(opened, saved(1), about(on, 1)).when(command(1, true)).thenNothing()
  })
  it('refuses a link that does not exist', () => {
    given(opened, saved(1)).when(command(2)).thenRefused('link-not-found')
    given(opened, saved(1), about('LinkDeleted', 1)).when(command(1)).thenRefused('link-not-found')
  })
})

describe('DeleteLink', () => {
  const remove = { type: 'DeleteLink', linkId: 1, now: later } as const
  it('produces the deletion', () => {
    given(opened, saved(1), about('LinkFavorited', 1))
      .when(remove)
      .then(about('LinkDeleted', 1, later))
  })
  it('refuses a link that does not exist', () => {
    given(opened).when(remove).thenRefused('link-not-found')
    given(opened, saved(1), about('LinkDeleted', 1)).when(remove).thenRefused('link-not-found')
  })
})
