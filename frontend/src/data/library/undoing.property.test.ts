import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createFakeServer, type Fault } from '../../test-support/fake-library-server.ts'
import { createFakeLocks } from '../../test-support/fake-locks.ts'
import { pass, withFakeTime } from '../../test-support/fake-time.ts'
import { mara } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import type { Link, LinkList } from '../answers.ts'
import { foldList } from '../links/fold.ts'
import { ALL_LINKS } from '../links/keys.ts'
import { linksQuery } from '../links/queries.ts'
import type { Reading } from '../reading.ts'
import { createSession } from '../session/session.ts'
import { openLibrary } from './library.ts'

const LISTS = [ALL_LINKS, { ...ALL_LINKS, archived: true }]
const COUNT = 3

withFakeTime()

/** The flags of all links as a list of what was done: an undo takes its act out of those links where it is the last one. */
const createModel = () => {
  type Flags = Pick<Link, 'isFavorite' | 'isArchived'>
  type Done = { key: number; flags: Partial<Flags> }
  const done = new Map<number, Done[]>(Array.from({ length: COUNT }, (_, n) => [n + 1, []]))
  /** Acts that stand, and what the last undo took out. */
  let standing: number[] = []
  let undone: { key: number; taken: [id: number, Done][] } | null = null
  const flagsOf = (id: number): Flags =>
    Object.assign({ isFavorite: false, isArchived: false }, ...(done.get(id) ?? []).map(({ flags }) => flags))
  const put = (id: number, each: Done) => {
    const before = flagsOf(id)
    if (Object.entries(each.flags).some(([flag, value]) => before[flag as keyof Flags] !== value))
      done.get(id)?.push(each)
  }
  return {
    flagsOf,
    act: (key: number, ids: readonly number[], flags: Partial<Flags>) => {
      for (const id of ids) put(id, { key, flags })
      standing.push(key)
      undone = null
    },
    last: () => standing.at(-1),
    standing: () => standing,
    undo: (key: number) => {
      undone = { key, taken: [] }
      standing = standing.filter(each => each !== key)
      for (const [id, all] of done) {
        const top = all.at(-1)
        if (top?.key !== key) continue
        all.pop()
        undone.taken.push([id, top])
      }
    },
    canRedo: () => (undone?.taken.length ?? 0) > 0,
    /** @returns the act that stands again */
    redo: (): number => {
      if (!undone) return 0
      const { key } = undone
      for (const [id, each] of undone.taken) put(id, each)
      standing.push(key)
      undone = null
      return key
    },
    forgetHistory: () => {
      standing = []
      undone = null
    },
  }
}

const id = fc.integer({ min: 1, max: COUNT })
const value = fc.boolean()
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('favorite' as const, 'archive' as const), id, value }),
  fc.record({ do: fc.constant('bulk' as const), ids: fc.uniqueArray(id, { minLength: 1 }), value }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo last' as const) }) },
  fc.record({ do: fc.constant('undo' as const), nth: fc.nat(5) }),
  fc.record({ do: fc.constant('redo' as const) }),
  fc.record({ do: fc.constant('offline' as const), value }),
  fc.record({
    do: fc.constant('fail' as const),
    fault: fc.constantFrom<Fault[]>('unavailable', 'lost-before', 'lost-after', 'hang'),
  }),
  fc.record({ do: fc.constant('reload' as const) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 50, 300, 2_000, 20_000) }),
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const run = async (steps: readonly Step[], latencies: readonly number[]) => {
  const user = { ...mara, id: crypto.randomUUID() }
  const server = createFakeServer(user, COUNT, latencies)
  const device = { ...navigator, locks: createFakeLocks(), onLine: true }
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('EventSource', server.EventSource)
  localStorage.setItem('user', JSON.stringify(user))
  const model = createModel()
  /** The acts of this page, by their number in the model. */
  const acts = new Map<number, Act>()
  let count = 0
  let redo: (() => void) | undefined
  let begun: Act | undefined

  const openPage = async () => {
    const library = openLibrary(user.id, createSession())
    const stop = library.start()
    const observers = LISTS.map(filters =>
      new QueryObserver(library.client, linksQuery(filters, 'free')).subscribe(() => undefined),
    )
    const undoing = await library.undoing()
    library.onAct(event => {
      if (event.outbox === 'act') begun = event.act
      redo = undoing.told(event)?.action?.onAction ?? redo
    })
    const close = () => {
      for (const stopObserving of observers) stopObserving()
      stop()
    }
    return { ...library, undo: undoing.undo, undoLast: undoing.undoLast, close }
  }
  let page = await openPage()
  await pass(10_000)
  const shown = (): Link[] =>
    LISTS.flatMap(filters => {
      const reading = page.client.getQueryData<Reading<LinkList>>(['links', filters])
      return reading ? foldList(reading, filters, page.outbox.pending()).links : []
    })

  const act = (ids: readonly number[], flags: Partial<Link>, send: () => void) => {
    if (!ids.every(each => shown().some(link => link.id === each))) return
    send()
    model.act(++count, ids, flags)
    if (begun) acts.set(count, begun)
    redo = undefined
  }
  const take = async (each: Step) => {
    if (each.do === 'favorite' || each.do === 'archive') {
      const flag = each.do === 'favorite' ? { isFavorite: each.value } : { isArchived: each.value }
      const link = shown().find(link => link.id === each.id)
      act([each.id], flag, () => {
        void page.outbox.act(each.do, { linkId: each.id, ...flag } as never, { link })
      })
    }
    if (each.do === 'bulk')
      act(each.ids, { isArchived: each.value }, () => {
        void page.outbox.act('editLinks', { linkIds: each.ids, updates: { isArchived: each.value } })
      })
    if (each.do === 'undo last') {
      redo = undefined
      const last = model.last()
      expect(page.undoLast()).toEqual(
        last === undefined ? expect.objectContaining({ title: 'Nothing to undo' }) : undefined,
      )
      if (last !== undefined) model.undo(last)
    }
    if (each.do === 'undo') {
      const key = model.standing()[each.nth]
      const undone = key === undefined ? undefined : acts.get(key)
      if (key === undefined || !undone) return
      redo = undefined
      page.undo(undone)
      model.undo(key)
    }
    if (each.do === 'redo' && redo && model.canRedo()) {
      redo()
      redo = undefined
      // From here on another act stands for it, which only `z` knows.
      acts.delete(model.redo())
    }
    if (each.do === 'offline') {
      device.onLine = !each.value
      server.setOffline(each.value)
      if (!each.value) page.outbox.resume()
    }
    if (each.do === 'fail') server.fail(each.fault)
    if (each.do === 'reload') {
      page.close()
      page = await openPage()
      model.forgetHistory()
      acts.clear()
      redo = undefined
    }
    if (each.do === 'pass') await pass(each.ms)
  }
  for (const each of steps) {
    await take(each)
    await pass(0)
  }

  device.onLine = true
  server.setOffline(false)
  page.outbox.resume()
  await pass(400_000)
  expect(page.outbox.pending()).toEqual([])
  for (let each = 1; each <= COUNT; each++) {
    expect(server.link(each)).toMatchObject(model.flagsOf(each))
    expect(shown().filter(link => link.id === each)).toMatchObject([model.flagsOf(each)])
  }
  page.close()
}

test('any sequence of acts and undos, sent or not, ends like a plain list of what was done', async () => {
  const latencies = fc.array(fc.constantFrom(0, 20, 400, 3_000), { minLength: 1, maxLength: 7 })
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), latencies, run), {
    numRuns: 200,
    examples: [
      // An act is undone and done again, and undone for good, while its answer is lost.
      [
        [
          { do: 'fail', fault: 'lost-after' },
          { do: 'favorite', id: 1, value: true },
          { do: 'favorite', id: 2, value: false },
          { do: 'undo', nth: 0 },
          { do: 'redo' },
          { do: 'undo last' },
        ],
        [0],
      ],
      // The server has done the act, and its answer is lost.
      [
        [{ do: 'fail', fault: 'lost-after' }, { do: 'favorite', id: 1, value: true }, { do: 'undo last' }],
        [0],
      ],
      // The device is back while the act is tried, whose answer would be lost.
      [
        [
          { do: 'offline', value: true },
          { do: 'favorite', id: 1, value: true },
          { do: 'fail', fault: 'lost-after' },
          { do: 'undo last' },
        ],
        [3_000],
      ],
      // A later act is on the same link.
      [
        [
          { do: 'offline', value: true },
          { do: 'favorite', id: 1, value: true },
          { do: 'archive', id: 1, value: true },
          { do: 'undo', nth: 0 },
        ],
        [0],
      ],
    ],
  })
})
