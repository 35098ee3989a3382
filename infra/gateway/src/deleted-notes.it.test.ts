import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))

it('notes of deleted links are hidden at once, and deleted soon', async () => {
  const person = { email: 'ann@example.org', username: 'ann', password: 'the password of ann' }
  const { cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body: person })
  const ask = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await gateway.ask({ method, path, body }, cookies)
    return { status, body: JSON.parse(text) }
  }
  for (const id of [1, 2, 3, 4]) {
    await ask('POST', '/api/links', { url: `https://example.com/${id}`, title: `${id}` })
    const note = { type: 'note', content: `About ${id}` }
    expect((await ask('POST', `/api/links/${id}/notes`, note)).body).toMatchObject({ id, linkId: id })
  }
  expect((await ask('POST', '/api/notes/count', { linkIds: [1, 2, 3] })).body).toEqual({ notes: 3 })

  await ask('DELETE', '/api/links/1')
  await ask('DELETE', '/api/links/bulk', { linkIds: [2, 3] })
  expect((await ask('GET', '/api/notes')).body).toMatchObject([{ note: { id: 4 }, link: { title: '4' } }])
  expect((await ask('POST', '/api/notes/count', { linkIds: [1, 2, 3, 4] })).body).toEqual({ notes: 1 })
  expect((await ask('GET', '/api/links/1/notes')).status).toBe(404)
  for (const id of [1, 2, 3])
    await expect
      .poll(async () => (await ask('PUT', `/api/notes/${id}`, {})).status, { timeout: 10_000 })
      .toBe(404)
  expect((await ask('PUT', '/api/notes/4', {})).body).toMatchObject({ content: 'About 4' })
})
