import { randomUUID } from 'node:crypto'
import { accountStream } from '@lectern/contracts/events/account.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { jobOfLink, pageWork, workKinds } from '@lectern/contracts/work.ts'
import { connectEventStore } from '@lectern/platform/event-store/client.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import { connectPostgres, type Pool } from '@lectern/platform/postgres/postgres.ts'
import { addWork } from '@lectern/platform/work/add-work.ts'
import { openSecrets, readState } from '@lectern/stack/data-dir.ts'
import { homeOf, postgresUrl, readPassword } from '@lectern/stack/postgres-cluster.ts'
import { until } from '@lectern/stack/probes.ts'
import { eventStoreUrl } from '@lectern/stack/services.ts'

/** Writes events to the stack's store, as programs beside it may: far faster than one request for each link. */

type Parts = { readonly store: EventStore; readonly pool: Pool }

let parts: Parts | undefined

const connect = (): Parts => {
  const dataDir = process.env.LECTERN_DATA_DIR ?? ''
  const { ports } = readState(dataDir)
  const url = postgresUrl(readPassword(homeOf(dataDir)), ports.postgres ?? 0)
  return {
    pool: connectPostgres({ url, name: 'journeys', max: 1 }),
    store: connectEventStore({
      url: eventStoreUrl(ports['event-store'] ?? 0),
      connectionName: openSecrets(dataDir)('event-store'),
    }),
  }
}
const partsOfStack = (): Parts => {
  parts ??= connect()
  return parts
}

const metadata = (actorId: string): EventMetadata => ({
  ...{ actorId, via: 'web', commandId: randomUUID(), commandHash: '' },
})

const owner = async (email: string): Promise<{ userId: string; libraryId: string }> => {
  const { rows } = await partsOfStack().pool.query(
    'SELECT id AS "userId", library_id AS "libraryId" FROM identity.users WHERE email_key = $1',
    [email],
  )
  return rows[0]
}

/** Grants a plan, as `make grant` does, and waits until the library's allowance has followed. */
export const grantPlan = async (email: string, plan: string): Promise<void> => {
  const { store } = partsOfStack()
  const { userId, libraryId } = await owner(email)
  const at = new Date().toISOString()
  const id = randomUUID()
  const granted = {
    id,
    type: 'PlanGranted',
    data: { userId, libraryId, plan, at },
    metadata: metadata(userId),
  }
  await store.append(accountStream(userId), 'any', [granted])
  await until('The allowance', async () => {
    for await (const { type, data } of store.readStream(libraryStream(libraryId), { direction: 'backwards' }))
      if (type === 'AllowanceChanged') return (data as { cause: string }).cause === id
    return false
  })
}

/** The number of events of a library, and the highest number of its links. */
const endOf = async (libraryId: string): Promise<{ events: bigint; linkId: number }> => {
  let [events, linkId] = [0n, 0]
  for await (const { type, data, revision } of partsOfStack().store.readStream(
    libraryStream(libraryId),
    {},
  )) {
    events = revision + 1n
    if (type === 'LinkSaved') linkId = Math.max(linkId, (data as { linkId: number }).linkId)
  }
  return { events, linkId }
}

/** Saves links, in order, so that the last one is the newest. @returns their ids */
export const fillLibrary = async (
  email: string,
  links: readonly { readonly title: string; readonly url: string }[],
): Promise<number[]> => {
  const { userId, libraryId } = await owner(email)
  const { events: before, linkId: last } = await endOf(libraryId)
  const first = Date.now() - links.length
  const events = links.map(({ title, url }, n) => ({
    id: randomUUID(),
    type: 'LinkSaved',
    data: {
      ...{ linkId: last + n + 1, url, urlKey: url, title, note: null, tags: [] },
      ...{ duplicateAccepted: false, at: new Date(first + n).toISOString() },
    },
    metadata: metadata(userId),
  }))
  await partsOfStack().store.append(
    libraryStream(libraryId),
    before === 0n ? 'no_stream' : before - 1n,
    events,
  )
  return events.map(({ data }) => data.linkId)
}

/** The account that the stack of the journeys takes for its operator. */
export const OPERATOR_ID = '01920000-0000-7000-8000-00000000000a'

/** Makes the operator's account of another one, with its password. @returns its email */
export const makeOperator = async (email: string): Promise<string> => {
  const operator = 'operator@lectern.example'
  await partsOfStack().pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash)
     SELECT $1, $2, $3, $3, 'operator', 'operator', password_hash FROM identity.users WHERE email_key = $4
     ON CONFLICT DO NOTHING`,
    [OPERATOR_ID, randomUUID(), operator, email],
  )
  return operator
}

/** Lets a page of this library have failed for good, as if its worker had broken each time. @param name tells it from others @returns the key of its job */
export const failPage = async (email: string, linkId: number, url: string, name: string): Promise<string> => {
  const { libraryId } = await owner(email)
  const requestId = `${libraryId}/${linkId}/${name}`
  const job = { ...jobOfLink({ libraryId, linkId, url }), requestId }
  const reason = `the reader ended at ${url}`
  await addWork(partsOfStack().pool, [pageWork(workKinds.saved, job)], { failure: reason })
  return requestId
}
