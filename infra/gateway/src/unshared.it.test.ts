import { randomUUID } from 'node:crypto'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { devicesOf } from './test-support/devices.ts'
import { startGateway } from './test-support/gateway.ts'
import { peopleOf } from './test-support/people.ts'
import { sharingOn } from './test-support/sharing.ts'

/** What nobody is told: what was not shared with them, or is not any more. */
const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { share, memberIdOf } = peopleOf(gateway)
const { grant } = devicesOf(gateway)
const { visit, untilShown } = sharingOn(gateway)

it('an edit that took a link out of what is shared, repeated, shows the link as it was then', async () => {
  const { owner, editor, there } = await share()
  const edit = ['PATCH', there('/api/links/1'), { title: 'Ours', collectionId: null }, randomUUID()] as const
  const first = await editor.ok(...edit)
  expect(first).toMatchObject({ title: 'Ours', note: null })
  await owner.ok('PATCH', '/api/links/1', { title: 'Mine', note: 'Mine', url: 'https://example.com/mine' })
  expect(await editor.ok(...edit)).toEqual(first)
})

it('the activity tells nothing of what a link became in the act that took it out', async () => {
  const { owner, reader, there } = await share()
  await owner.ok('PATCH', '/api/links/1', { title: 'Known to all' })
  const away = { title: 'Mine alone', note: 'Mine alone', tags: ['Mine alone'], collectionId: 2 }
  await owner.ok('PATCH', '/api/links/1', away)
  const activity = () => reader.ok('GET', there('/api/collections/1/activity'))
  await expect
    .poll(async () => (await activity()).acts[0])
    .toMatchObject({ kind: 'edited', links: [{ title: 'Known to all' }], collectionBefore: { id: 1 } })
  expect(JSON.stringify(await activity())).not.toContain('Mine alone')
})

it('public pages end with the account of their publisher, at once', async () => {
  const { owner } = await share()
  const { url } = await owner.ok('POST', '/api/shares', { kind: 'collection', collectionId: 1, live: false })
  const path = new URL(url).pathname
  await untilShown(path, 'Garden')
  await owner.ok('POST', '/api/account/delete', { currentPassword: owner.password, confirmation: 'DELETE' })
  expect((await visit(path)).status).toBe(410)
})

it('a reading app changes no note on a link of somebody else, which others may see', async () => {
  const { owner, commenter, reader, there } = await share()
  const shared = { type: 'note', content: 'As it was', shared: true }
  const { id } = await commenter.ok('POST', there('/api/links/1/notes'), shared)
  const device = { name: 'Kobo', scope: 'write', currentPassword: commenter.password }
  const { access_token } = JSON.parse(
    (await grant(await commenter.ok('POST', '/api/account/devices', device))).text,
  )
  const headers = { authorization: `Bearer ${access_token}` }
  const asked = (method: string, body?: object) =>
    gateway.ask({ method, path: `/api/annotations/${id}`, headers, ...(body && { body }) })
  await owner.ok('PATCH', `/api/collections/1/members/${await memberIdOf(owner, commenter)}`, {
    role: 'reader',
  })
  expect((await asked('PUT', { text: 'Changed' })).status).toBe(404)
  expect((await asked('DELETE')).status).toBe(404)
  await expect
    .poll(() => reader.ok('GET', there('/api/links/1/notes')))
    .toMatchObject([{ content: 'As it was' }])
})

it('an undoing does not tell how much the owner has noted', async () => {
  const { owner, editor, there } = await share()
  await owner.ok('POST', '/api/links/2/notes', { type: 'note', content: 'Mine alone' })
  const asked = (act: string) => editor.ask('POST', there('/api/undo/preview'), { act })
  expect(await asked('n0')).toEqual(await asked('n9'))
})
