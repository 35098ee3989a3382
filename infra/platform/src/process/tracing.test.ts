import { afterEach, describe, expect, it } from 'vitest'
import {
  type Begin,
  inTraces,
  isTraceparent,
  openSpan,
  span,
  spanIn,
  spanOfItems,
  startTracing,
  traced,
  traceId,
  traceparents,
  tracesOf,
} from './tracing.ts'

const parent = (n: number) => `00-${String(n).padStart(32, 'a')}-${String(n).padStart(16, 'b')}-01`
const what = { name: 'read' }

it.each([
  [parent(1), true],
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00', true],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', false],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', false],
  ['00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01', false],
  [`${parent(1)}-more`, false],
  [`${parent(1)}\n`, false],
  ['', false],
  [undefined, false],
  [[parent(1)], false],
])('whether %j is a traceparent: %s', (given, is) => {
  expect(isTraceparent(given)).toBe(is)
})

describe('where spans are not exported', () => {
  it('a trace is handed on as it came, through awaits and spans', async () => {
    expect([traceparents(), traced(), traceId()]).toEqual([[], {}, undefined])
    await openSpan(what, parent(1)).run(async () => {
      await Promise.resolve()
      expect(span(what, traced)).toEqual({ traceparent: parent(1) })
      expect(traceId()).toBe(parent(1).slice(3, 35))
    })
    expect(traced()).toEqual({})
  })

  it('a new trace is made where none is given', () => {
    const [one, two] = [1, 2].map(() => openSpan(what, undefined).run(traced))
    expect(isTraceparent(one?.traceparent)).toBe(true)
    expect(one).not.toEqual(two)
  })

  it('a batch belongs to the traces of its events, each once and ten at most', () => {
    const events = [{ traceparent: parent(1) }, {}, null, { traceparent: 7 }, { traceparent: parent(1) }]
    const many = Array.from({ length: 20 }, (_, n) => ({ traceparent: parent(n) }))
    const of = (all: unknown[]) => spanIn(tracesOf(all.map(metadata => ({ metadata }))), what, traceparents)
    expect(of(events)).toEqual([parent(1)])
    expect(of(many)).toHaveLength(10)
    expect(inTraces([parent(1)], () => of([{}]))).toEqual([])
  })
})

describe('where spans are exported', () => {
  const ended: unknown[] = []
  let count = 10
  let stop: () => Promise<void>
  const begin: Begin = ({ name }, under) => {
    const traceparent = parent(count++)
    return { traceparent, end: (more, error) => ended.push({ name, under, traceparent, more, error }) }
  }
  const start = () => {
    ended.length = 0
    count = 10
    stop = startTracing({ begin, stop: async () => {} })
  }
  afterEach(() => stop())

  it('a span has the one around it as its parent, and ends with its work', async () => {
    start()
    await inTraces([parent(1)], () =>
      span({ name: 'outer' }, async () => void span({ name: 'inner' }, () => {})),
    )
    expect(ended).toEqual([
      { name: 'inner', under: parent(10), traceparent: parent(11), more: {}, error: undefined },
      { name: 'outer', under: parent(1), traceparent: parent(10), more: {}, error: undefined },
    ])
  })

  it('work for several traces is a span of each', () => {
    start()
    expect(spanIn([parent(1), parent(2)], what, traceparents)).toEqual([parent(10), parent(11)])
    expect(ended).toMatchObject([
      { name: 'read', under: parent(1) },
      { name: 'read', under: parent(2) },
    ])
  })

  it('work without a trace is no span', () => {
    start()
    expect(span(what, () => 1)).toBe(1)
    expect(spanIn([], what, () => 2)).toBe(2)
    expect(ended).toEqual([])
  })

  it('an error ends the span, and goes on', async () => {
    start()
    const error = new Error('no')
    const fail = () => {
      throw error
    }
    await expect(inTraces([parent(1)], () => span(what, async () => fail()))).rejects.toBe(error)
    expect(() => inTraces([parent(1)], () => span(what, fail))).toThrow(error)
    expect(ended).toMatchObject([
      { under: parent(1), traceparent: parent(10), error },
      { under: parent(1), traceparent: parent(11), error },
    ])
  })

  it('a span of items ends with the last one, also where the reader leaves', async () => {
    start()
    async function* items() {
      yield* [1, 2, 3]
    }
    const read = async (most: number) => {
      for await (const n of spanOfItems(what, items)) if (n === most) return
    }
    await inTraces([parent(1)], () => read(1))
    await inTraces([parent(2)], () => read(4))
    await read(1)
    expect(ended).toMatchObject([
      { name: 'read', under: parent(1) },
      { name: 'read', under: parent(2) },
    ])
  })
})
