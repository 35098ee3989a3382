import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** What a span is of. Attributes are named by OpenTelemetry's conventions and hold no address, token or text of a person. */
export type What = {
  /** One of few, without ids. */
  readonly name: string
  readonly kind?: 'server' | 'client' | 'consumer' | undefined
  readonly attributes?: Attributes | undefined
}
export type Attributes = Readonly<Record<string, string | number>>

/** A span that has begun. */
export type Span = {
  readonly traceparent: string
  end(more?: Attributes, error?: unknown): void
}
/** Begins a span under another one, or a trace. */
export type Begin = (what: What, parent: string | undefined) => Span

/** A batch belongs to at most this many traces. */
const TRACES_MAX = 10
/** A traceparent of W3C: version, id of the trace, id of a span, flags. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The traces that the code at hand works for: one, or several where requests or events are handled together. */
const here = new AsyncLocalStorage<readonly string[]>()
/** Unset: spans are not exported, and a trace is only an id that is handed on. */
let begin: Begin | undefined

/** Has this process export its spans. @returns what sends the last of them and ends it */
export const startTracing = (exporting: { readonly begin: Begin; readonly stop: () => Promise<void> }) => {
  begin = exporting.begin
  return async (): Promise<void> => {
    begin = undefined
    await exporting.stop()
  }
}

export const isTraceparent = (given: unknown): given is string =>
  typeof given === 'string' && TRACEPARENT.test(given)

export const isExporting = (): boolean => begin !== undefined

/** The traces at hand, each as the traceparent of its innermost span. */
export const traceparents = (): readonly string[] => here.getStore() ?? []

/** The trace at hand, for the metadata of events and for work that others do. */
export const traced = (): { readonly traceparent?: string } => {
  const [traceparent] = traceparents()
  return traceparent === undefined ? {} : { traceparent }
}

/** The id of the trace at hand, for logs. */
export const traceId = (): string | undefined => traceparents()[0]?.split('-')[1]

/** The traces of events, by their metadata. */
export const tracesOf = (events: Iterable<{ readonly metadata: unknown }>): unknown[] =>
  Array.from(events, ({ metadata }) => (metadata as { traceparent?: unknown } | null)?.traceparent)

/** Begins a span of what is no single function, under `parent` or in a new trace. `run` runs a part of it. */
export const openSpan = (what: What, parent: string | undefined) => {
  const span = begin?.(what, parent)
  const traces = [span?.traceparent ?? parent ?? newTraceparent()]
  return {
    run: <T>(work: () => T): T => here.run(traces, work),
    end: (more?: Attributes, error?: unknown): void => span?.end(more, error),
  }
}

/** Runs work as a span of the traces at hand. Where there are none it is no span. */
export const span = <T>(what: What, work: () => T): T =>
  begin === undefined ? work() : spanIn(traceparents(), what, work)

/** Runs work as a span of these traces, as far as they are traces. */
export const spanIn = <T>(given: Iterable<unknown>, what: What, work: () => T): T => {
  const parents = tracesAmong(given)
  const spans = parents.flatMap(parent => begin?.(what, parent) ?? [])
  if (spans.length === 0) return inTraces(parents, work)
  const end = (error?: unknown) => {
    for (const each of spans) each.end({}, error)
  }
  try {
    const traces = spans.map(({ traceparent }) => traceparent)
    const result = here.run(traces, work)
    if (!(result instanceof Promise)) {
      end()
      return result
    }
    return result.then(
      value => {
        end()
        return value
      },
      error => {
        end(error)
        throw error
      },
    ) as T
  } catch (error) {
    end(error)
    throw error
  }
}

/** Runs work for these traces, without a span. */
export const inTraces = <T>(given: Iterable<unknown>, work: () => T): T => here.run(tracesAmong(given), work)

/** Items that come one after the other, as a span of the trace at hand. */
export const spanOfItems = <Item>(what: What, items: () => AsyncGenerator<Item>): AsyncGenerator<Item> => {
  const [parent] = traceparents()
  return begin === undefined || parent === undefined ? items() : untilEnd(begin(what, parent), items())
}

async function* untilEnd<Item>(opened: Span, items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    opened.end({}, error)
    throw error
  } finally {
    opened.end()
  }
}

const tracesAmong = (given: Iterable<unknown>): string[] =>
  [...new Set(given)].filter(isTraceparent).slice(0, TRACES_MAX)

const newTraceparent = (): string => {
  const hex = randomBytes(24).toString('hex')
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`
}
