import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { readLibraryEvent, readMetadata } from '@lectern/contracts/events/read.ts'
import { type EventStore, StoreUnavailable } from '@lectern/platform/event-store/port.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { duringTests, startParts } from '@lectern/stack/test-support/parts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Library } from '../domain/library/state.ts'
import { type LibraryCommand, library } from '../domain/library.ts'
import { anyCommand, now } from '../test-support/any-command.ts'
import {
  linkTo,
  newKey,
  openTestLibrary,
  startCommandApi,
  stateOf,
  type TestApi,
} from '../test-support/api.ts'

type Append = EventStore['append']
/** Changes the appends of the api under test; each test sets its own. */
let onAppend: (append: Append) => Append = append => append

const parts = duringTests(startParts)
const other = duringTests(() => startCommandApi(parts))
const api = duringTests(() =>
  startCommandApi(parts, {
    faulty: store => ({ ...store, append: (...args) => onAppend(store.append)(...args) }),
  }),
)

const through = async <T>(faults: typeof onAppend, work: () => Promise<T>): Promise<T> => {
  onAppend = faults
  try {
    return await work()
  } finally {
    onAppend = append => append
  }
}

const recordedIn = async ({ libraryId }: Caller) => {
  const events: { event: LibraryEvent; commandId: string }[] = []
  for await (const recorded of other.store.readStream(libraryStream(libraryId)))
    events.push({ event: readLibraryEvent(recorded), commandId: readMetadata(recorded).commandId })
  return events
}
const savesIn = async (caller: Caller) =>
  (await recordedIn(caller)).filter(({ event }) => event.type === 'LinkSaved')

const save = (caller: Caller, path: string | number, key = newKey()) =>
  api.call('POST', '/api/links', { as: caller, body: linkTo(path), key })
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

const give = (to: TestApi, { libraryId, userId: actorId }: Caller, command: LibraryCommand, n: number) =>
  to.aggregates.libraries.handle(libraryId, command, { actorId, via: 'web', commandId: `command-${n}` })

describe('commands of one library given at once', () => {
  it('share appends, and each has its own answer', async () => {
    const caller = await openTestLibrary(api)
    let appends = 0
    const counting = (append: Append): Append => {
      appends += 1
      return append
    }
    const answers = await through(counting, () => Promise.all(times(100, n => save(caller, n))))
    expect(appends).toBeLessThan(50)
    for (const [n, { status, body }] of answers.entries())
      expect([status, body]).toMatchObject([201, { url: linkTo(n).url }])
    expect(new Set(answers.map(({ body }) => (body as { id: number }).id)).size).toBe(100)
  })

  it('have one effect and one answer if they are one command repeated', async () => {
    const caller = await openTestLibrary(api)
    const key = newKey()
    const answers = await Promise.all(times(20, () => save(caller, 'same', key)))
    expect(statusesOf(answers)).toEqual(times(20, () => 201))
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(await savesIn(caller)).toHaveLength(1)
  })

  it('are refused because of commands before them only once those are stored', async () => {
    const caller = await openTestLibrary(api)
    const order: string[] = []
    const noting =
      (append: Append): Append =>
      async (...args) => {
        const appended = await append(...args)
        order.push('stored')
        return appended
      }
    const tell = (answer: Promise<unknown>) =>
      answer.then(
        () => order.push('done'),
        ({ code }) => order.push(code),
      )
    const link = { ...linkTo('a'), note: null, tags: [], ignoreDuplicate: false }
    const given: LibraryCommand[] = [
      { type: 'SaveLink', ...link, now },
      { type: 'SaveLink', ...link, now },
      { type: 'DeleteLink', linkId: 1, now },
      { type: 'DeleteLink', linkId: 1, now },
    ]
    await through(noting, () => Promise.all(given.map((command, n) => tell(give(api, caller, command, n)))))
    expect(order).toEqual(['stored', 'done', 'duplicate-link', 'done', 'link-not-found'])
  })

  it('are all 503 if their append fails, leave nothing behind, and succeed when given again', async () => {
    const caller = await openTestLibrary(api)
    const keys = times(10, newKey)
    const saveAll = () => Promise.all(keys.map((key, n) => save(caller, n % 5, key)))
    const refusing = (): Append => () => Promise.reject(new StoreUnavailable('not now'))
    expect(statusesOf(await through(refusing, saveAll))).toEqual(keys.map(() => 503))
    expect((await stateOf(api, caller)).links.size).toBe(0)
    expect(statusesOf(await saveAll())).toEqual(keys.map((_, n) => (n < 5 ? 201 : 409)))
    expect(await savesIn(caller)).toHaveLength(5)
  })
})

/** How the store treats an append. */
type Fault = 'takes it' | 'does not take it' | 'takes it and tells nobody'
const faults = fc.array(
  fc.constantFrom<Fault>('takes it', 'takes it', 'does not take it', 'takes it and tells nobody'),
  { maxLength: 10 },
)

const failing = (planned: readonly Fault[]) => {
  const left = [...planned]
  return (append: Append): Append =>
    async (...args) => {
      const fault = left.shift() ?? 'takes it'
      if (fault === 'does not take it') throw new StoreUnavailable('not now')
      const appended = await append(...args)
      if (fault === 'takes it and tells nobody') throw new StoreUnavailable('the answer was lost')
      return appended
    }
}

describe('any commands of one library, given at once through two command-apis, appends failing', () => {
  /** Repeats a command under its id until there is an answer, as clients do. */
  const insist = async (
    caller: Caller,
    command: LibraryCommand,
    n: number,
  ): Promise<readonly LibraryEvent[]> => {
    for (;;) {
      try {
        return (await give(n % 4 === 0 ? other : api, caller, command, n)).events
      } catch (error) {
        const { status } = error as { status?: number }
        if (!(error instanceof StoreUnavailable || status === 503)) return []
      }
    }
  }

  it('have one effect each, as answered, decided on everything stored before it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { maxLength: 40 }), faults, async (commands, planned) => {
        const caller = await openTestLibrary(api)
        const answers = await through(failing(planned), () =>
          Promise.all(commands.map((command, n) => insist(caller, command, n))),
        )

        const recorded = await recordedIn(caller)
        for (const [n, events] of answers.entries()) expect(of(recorded, `command-${n}`)).toEqual(events)

        let state: Library = library.initial()
        for (const [revision, { event, commandId }] of recorded.entries()) {
          const command = commands[Number(/^command-(\d+)$/.exec(commandId)?.[1])]
          if (command !== undefined) expect(library.decide(command, state)).toEqual([event])
          state = library.evolve(state, event, revision)
        }
        for (const each of [api, other]) expect(await stateOf(each, caller)).toEqual(state)
      }),
      { numRuns: 30 },
    )
  })

  const of = (recorded: Awaited<ReturnType<typeof recordedIn>>, id: string) =>
    recorded.flatMap(({ event, commandId }) => (commandId === id ? [event] : []))
})
