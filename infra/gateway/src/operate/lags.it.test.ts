import type { EventStore, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, test } from 'vitest'
import { startGateway } from '../test-support/gateway.ts'
import { peopleOf } from '../test-support/people.ts'
import { lagsOf } from './lags.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp } = peopleOf(gateway)

test('who has all events is not behind, and who has not by the age of the first that is missing', async () => {
  const person = await signUp()
  await person.ok('POST', '/api/links', { url: 'https://example.com/', title: 'One' })
  const { pool, store } = gateway
  const secondsOf = async (from: EventStore) =>
    Object.fromEntries((await lagsOf({ pool, store: from })).map(({ name, seconds }) => [name, seconds]))
  await expect
    .poll(() => secondsOf(store), { timeout: 15_000 })
    .toMatchObject({ Articles: 0, Search: 0, History: 0 })

  const far = { commit: 2n ** 60n, prepare: 2n ** 60n }
  const old = { created: new Date(Date.now() - 90_000) } as RecordedEvent
  const lists = { prefixes: undefined as readonly string[] | undefined }
  const ahead: EventStore = {
    ...store,
    end: async () => far,
    follow: async function* ({ prefixes }) {
      if (prefixes === lists.prefixes) yield [old]
    },
  }
  const behind = await secondsOf(ahead)
  expect(behind.Search).toBeGreaterThanOrEqual(90)
  expect(behind['Mails, payments and notes']).toBe(0)
  await expect(
    lagsOf({ pool, store: { ...store, end: () => Promise.reject(new Error('away')) } }),
  ).rejects.toThrow()
})
