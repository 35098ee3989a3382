import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { notebookStream } from '@lectern/contracts/events/notebook.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { asking } from '@lectern/platform/test-support/callers.ts'
import { freePort } from '@lectern/stack/ports.ts'
import { until } from '@lectern/stack/probes.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { kills } from '@lectern/stack/test-support/whole.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importNotes } from '../nats/import-notes.ts'
import { newKey, openTestLibrary, startCommandApi } from '../test-support/api.ts'

/**
 * An undo of an import is one event in the library and then two in the notebook. The command-api under test stops before and
 * after each of them (test-support/seamed-main.ts); there a process ends by SIGKILL and starts again. The client asks again under
 * its key.
 */

const parts = duringTests(startOwnParts)
/** Prepares libraries, and reads what the others stored. */
const api = duringTests(() => startCommandApi(parts))

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
let port: number
let atSeam: (seam: string) => Promise<void> | undefined = () => undefined

let child: ChildProcess
const start = async () => {
  const env = { ...process.env, ...parts.env('gateway'), PORT: String(port), ...STRIPE }
  const started = fork(file('../test-support/seamed-main.ts'), { env })
  child = started
  const { promise, resolve } = Promise.withResolvers<void>()
  started.on('message', async (message: 'serves' | { id: number; seam: string }) => {
    if (message === 'serves') return resolve()
    await atSeam(message.seam)
    if (started.connected) started.send(message.id)
  })
  await promise
}
/** It asks Stripe nothing here, and needs an address of it. */
const STRIPE = {
  ...{ STRIPE_SECRET_KEY: 'sk_test_undo', STRIPE_PUBLISHABLE_KEY: 'pk_test_undo' },
  ...{ STRIPE_WEBHOOK_SECRET: 'whsec_undo', STRIPE_API_BASE: 'http://127.0.0.1:9' },
}

const kill = async () => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
const victims = {
  'command-api': async () => {
    await kill()
    await start()
  },
  'the event store': () => parts.crashEventStore(),
} as const
type Victim = keyof typeof victims

beforeAll(async () => {
  port = await freePort()
  await start()
})
afterAll(kill)

/** Kills the victim when the seam is reached for the first time, then lets everything go on. */
const killAt = (wanted: string, victim: Victim): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  atSeam = seam => {
    if (seam !== wanted) return undefined
    atSeam = () => undefined
    const crashed = victims[victim]()
    crashed.then(resolve, reject)
    return crashed
  }
  return promise
}

/** Two imported links, the second of which the person changed, each with a note. */
const anImport = async (caller: Caller) => {
  const { libraryId, userId } = caller
  const importId = randomUUID()
  const now = new Date().toISOString()
  const given = api.aggregates.libraries
  const issued = () => ({ actorId: userId, via: 'import' as const, commandId: randomUUID() })
  const request = {
    ...({ uploadId: importId, sha256: 'ab', source: 'pocket', fileName: 'part_000000.csv' } as const),
    ...{ requestedBy: userId, expectedRows: 2, newRows: 0, proceedWithFree: false, now },
  } as const
  await given.handle(libraryId, { type: 'SetAllowance', plan: 'pro', cause: randomUUID(), now }, issued())
  await given.handle(libraryId, { type: 'RequestImport', importId, ...request }, issued())
  await given.handle(libraryId, { type: 'StartImport', importId, now }, issued())
  const rows = [1, 2].map(row => ({
    ...{
      row,
      url: `https://import.test/${row}`,
      title: `Row ${row}`,
      titleFrom: 'person' as const,
      note: null,
    },
    ...{ tags: [], savedAt: null, isFavorite: false, isArchived: false, collection: null },
  }))
  const chunk = { firstRow: 1, lastRow: 2, rows, skipped: [], failed: [], shortened: [] }
  await given.handle(libraryId, { type: 'ImportRows', importId, chunk, now }, issued())
  const notes = [1, 2].map(n => ({
    ...{ row: n, linkId: n, type: 'note' as const, content: 'A road', selectedText: null },
    ...{ color: null, createdAt: null },
  }))
  const batch = { libraryId, importId, firstRow: 1, batch: 0, notes }
  await importNotes(api.aggregates).handle({ commandId: randomUUID(), ...batch })
  await given.handle(libraryId, { type: 'EndImport', importId, failure: null, now }, issued())
  await given.handle(libraryId, { type: 'FavoriteLink', linkId: 2, isFavorite: true, now }, issued())
  const act = await given.read(libraryId, ({ imports }) => `l${imports.get(importId)?.revision}`)
  return { act }
}

/** Asks until there is an answer, as a client does. */
const insist = async (caller: Caller, body: object, key: string): Promise<unknown> => {
  const path = '/api/undo'
  let answer: unknown
  await until('an answer', async () => {
    const headers = { ...asking({ caller }), 'content-type': 'application/json', 'idempotency-key': key }
    const given = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    }).catch(() => undefined)
    if (given === undefined || given.status === 503) return false
    expect(given.status).toBe(200)
    answer = await given.json()
    return true
  })
  return answer
}

const typesOf = async (stream: string): Promise<string[]> => {
  const types: string[] = []
  for await (const { type } of api.store.readStream(stream)) types.push(type)
  return types
}

/** Longest wait in ms, for a machine that does much else. */
const SETTLED = { timeout: 150_000 }
const STEPS = ['ImportUndone', 'NotesOfLinksDeleted', 'ImportedNotesDeleted'].flatMap(type => [
  `before ${type}`,
  `after ${type}`,
])
const rows = (steps: readonly string[], ...killed: Victim[]) =>
  killed.flatMap(victim => steps.map(step => [victim, step] as const))

describe('the undoing of an import', () => {
  it.each(
    kills([
      ...rows(STEPS, 'command-api'),
      ...rows(['before ImportUndone', 'before NotesOfLinksDeleted'], 'the event store'),
    ]),
  )('an import is undone once, and its notes with it, if %s ends %s', async (victim, step) => {
    const caller = await openTestLibrary(api)
    const { act } = await anImport(caller)
    const killed = killAt(step, victim)
    const key = newKey()
    const answer = await insist(caller, { act }, key)
    await killed
    expect(answer).toMatchObject({
      restoredCount: 1,
      leftCount: 1,
      left: [{ id: 2 }],
      import: { noteCount: 2 },
    })
    expect(await insist(caller, { act }, key)).toEqual(answer)

    const { libraryId } = caller
    await expect
      .poll(() => api.aggregates.notebooks.read(libraryId, ({ notes }) => notes.size), SETTLED)
      .toBe(0)
    expect(await api.aggregates.libraries.read(libraryId, ({ links }) => [...links.keys()])).toEqual([2])
    const undone = (await typesOf(libraryStream(libraryId))).filter(type => type === 'ImportUndone')
    expect(undone).toHaveLength(1)
    expect(await typesOf(notebookStream(libraryId))).toEqual([
      ...['NotesImported', 'NotesOfLinksDeleted', 'ImportedNotesDeleted'],
    ])
  })
})
