import { expect, test, vi } from 'vitest'
import { aLink } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import * as copies from './conflicting-copy.ts'
import { sendAct } from './send-act.ts'

const act = (name: Act['name'], params: object): Act =>
  ({
    ...{
      seq: 1,
      key: '01980000-0000-7000-8000-000000000009',
      userId: 'mara',
      at: '2026-11-22T10:00:00.000Z',
    },
    ...{ state: 'waiting', name, params },
  }) as Act
const send = (one: Act) => sendAct(one, false, async () => copies)

test('an act goes as its user and under its own key, with the headers of its kind', async () => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => Response.json(aLink({ id: 9 })))
  vi.stubGlobal('fetch', fetch)
  const save = act('saveLink', { url: 'https://new.test/', title: 'New', via: 'extension' })
  expect(await send(save)).toMatchObject({ id: 9 })
  const [, init] = fetch.mock.calls[0] ?? []
  expect(Object.fromEntries(new Headers(init?.headers))).toMatchObject({
    'lectern-user': 'mara',
    'lectern-via': 'extension',
    'idempotency-key': save.key,
  })
  expect(JSON.parse(String(init?.body))).toEqual({
    url: 'https://new.test/',
    title: 'New',
    clientId: save.key,
  })
})

test.each(['a', undefined])('an act names the store that it was done on (%s)', async epoch => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => Response.json({ id: 1 }))
  vi.stubGlobal('fetch', fetch)
  await send({ ...act('deleteLink', { linkId: 1 }), epoch })
  expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('lectern-epoch')).toBe(epoch ?? null)
})

test('a page of a captive portal is no answer', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>Please sign in</html>'))
  const error = await send(act('deleteLink', { linkId: 1 })).catch(thrown => thrown)
  expect(error).toBeInstanceOf(SyntaxError)
})
