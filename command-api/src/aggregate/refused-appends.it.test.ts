import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkTo, openTestLibrary, startCommandApi } from '../test-support/api.ts'

type Append = EventStore['append']
/** Changes the appends; each test sets its own. */
let onAppend: (append: Append) => Append = append => append
let appends = 0
let stranger: EventStore

const parts = duringTests(startParts)
beforeAll(() => {
  stranger = connectEventStore({ url: parts.eventStoreUrl, connectionName: 'a guess' })
})
afterAll(() => stranger.close())
const api = duringTests(() =>
  startCommandApi(parts, {
    faulty: store => ({
      ...store,
      append: (...args) => {
        appends += 1
        return onAppend(store.append)(...args)
      },
    }),
  }),
)

const enlarged =
  (append: Append): Append =>
  (stream, expected, events) =>
    append(
      stream,
      expected,
      events.map(event => ({ ...event, data: { padding: 'x'.repeat(1_100_000) } })),
    )

it.each([
  ['too large', enlarged, 413, 'The request is too large.'],
  ['not allowed', () => stranger.append, 500, 'Something went wrong on our side. Nothing was changed.'],
] as const)('an append that is %s is refused without a retry', async (_why, fault, status, message) => {
  const caller = await openTestLibrary(api)
  const save = () => api.call('POST', '/api/links', { as: caller, body: linkTo('a') })
  onAppend = fault
  appends = 0
  expect(await save()).toMatchObject({ status, body: { message } })
  expect(appends).toBe(1)
  onAppend = append => append
  expect(await save()).toMatchObject({ status: 201 })
})
