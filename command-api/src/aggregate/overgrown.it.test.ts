import { COLLECTIONS_MAX } from '@lectern/contracts/collections.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { closeUnread } from '../closing/close-unread.ts'
import { linkTo, openTestLibrary, overgrow, startCommandApi, stateOf } from '../test-support/api.ts'
import { issuedBySystem } from './issued.ts'

const parts = duringTests(startParts)
const api = duringTests(() => startCommandApi(parts))

it('a library above twice its limits refuses in a sentence, and is made smaller and exported', async () => {
  const [over, other] = [await openTestLibrary(api), await openTestLibrary(api)]
  expect((await api.call('POST', '/api/links', { as: over, body: linkTo('a') })).status).toBe(201)
  await overgrow(api.store, over.libraryId, 2 * COLLECTIONS_MAX + 1)
  const save = (caller: typeof over, path: string) =>
    api.call('POST', '/api/links', { as: caller, body: linkTo(path) })
  const message =
    'This library holds more than 100,000 articles or 2,000 collections. Please delete some of them first.'
  expect(await save(over, 'b')).toMatchObject({ status: 409, body: { message } })
  expect((await save(other, 'b')).status).toBe(201)

  // A purchase still arrives.
  const allow = { type: 'SetAllowance', plan: 'ultra', cause: 'test', now: new Date().toISOString() } as const
  await api.aggregates.libraries.handle(over.libraryId, allow, issuedBySystem('allow'))
  const json = { format: 'json', scope: { kind: 'links', linkIds: [1] } }
  expect((await api.call('POST', '/api/exports', { as: over, body: json })).status).toBe(202)
  expect((await api.call('DELETE', '/api/links/1', { as: over })).status).toBe(200)
  expect((await api.call('DELETE', '/api/collections/1', { as: over })).status).toBe(200)
  expect((await save(over, 'b')).status).toBe(201)
})

it('a library that is too large to be opened refuses in a sentence while others work, and closes', async () => {
  const [over, other] = [await openTestLibrary(api), await openTestLibrary(api)]
  // 120 MB of state, by its weight.
  await overgrow(api.store, over.libraryId, 240_000)
  const save = (caller: typeof over, path: string) =>
    api.call('POST', '/api/links', { as: caller, body: linkTo(path) })
  const paths = ['a', 'b', 'c', 'd']
  const [refused, saved] = await Promise.all([
    Promise.all(paths.map(path => save(over, path))),
    Promise.all(paths.map(path => save(other, path))),
  ])
  const message = 'This library is too large to be changed. Its account can still be deleted.'
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { message } })
  for (const { status } of saved) expect(status).toBe(201)
  expect((await stateOf(api, other)).links.size).toBe(paths.length)

  const { userId: ownerId, libraryId } = over
  const command = { type: 'CloseLibrary', libraryId, ownerId, now: new Date().toISOString() } as const
  const issued = { actorId: ownerId, via: 'web', commandId: `close-${ownerId}` } as const
  const close = () => closeUnread(api.store, command, issued)
  const [first, again] = [await close(), await close()]
  expect(again.position).toEqual(first.position)
  const last = { direction: 'backwards', maxCount: 2 } as const
  const types = []
  for await (const { type } of api.store.readStream(libraryStream(libraryId), last)) types.push(type)
  expect(types).toEqual(['LibraryClosed', 'LinksImported'])
})
