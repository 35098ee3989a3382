import { PassThrough } from 'node:stream'
import { CHANGE_ACTS_MAX, type Change } from '@lectern/contracts/api/changes.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import { spanIn, traceparents } from '@lectern/platform/process/tracing.ts'

/** Changes within this time, in ms, go out together. */
const AT_MOST_EVERY_MS = 250
/** Bytes. A tab that leaves more unread is disconnected; it connects again and refetches. */
const UNREAD_MAX = 65_536

/** A change on its way to a tab. */
const PUSH = { name: 'push /api/changes', kind: 'server' } as const

export type Connection = Caller & {
  readonly stream: PassThrough
  tell(change: Change): void
  /** Sends a comment, so that proxies and browsers know that the connection lives. */
  beat(): void
  end(): void
}

/** One open tab: a stream of server-sent events. */
export const openConnection = (caller: Caller): Connection => {
  const stream = new PassThrough()
  let pending: Change | undefined
  /** Of what is pending. */
  let traces: string[] = []
  let pause: NodeJS.Timeout | undefined

  const write = (text: string) => {
    if (stream.writableEnded || stream.destroyed) return
    stream.write(text)
    if (stream.writableLength > UNREAD_MAX) stream.destroy()
  }
  const flush = () => {
    pause = undefined
    if (pending === undefined) return
    const text = `event: change\ndata: ${JSON.stringify(pending)}\n\n`
    spanIn(traces, PUSH, () => write(text))
    pending = undefined
    traces = []
    pause = setTimeout(flush, AT_MOST_EVERY_MS)
  }
  stream.once('close', () => clearTimeout(pause))
  write('retry: 1000\n\n')

  return {
    ...caller,
    stream,
    tell: change => {
      pending = pending ? merge(pending, change) : change
      traces.push(...traceparents())
      if (pause === undefined) flush()
    },
    beat: () => write(': \n\n'),
    end: () => {
      stream.end()
    },
  }
}

/**
 * A change without linkIds is about any link, and one without acts is nobody's. Merged with another one it still is. One that
 * names no list says nothing of links, and one of searches nothing of acts.
 */
const merge = (a: Change, b: Change): Change => {
  const linkIds = [a, b].flatMap(({ what, linkIds }) => (what.length > 0 ? [linkIds] : []))
  const acts = [a, b].flatMap(({ what, acts }) => (what.some(each => each !== 'search') ? [acts] : []))
  const named = isAllGiven(acts) ? acts.flat() : []
  return {
    what: [...new Set([...a.what, ...b.what])],
    ...(linkIds.length > 0 && isAllGiven(linkIds) && { linkIds: [...new Set(linkIds.flat())] }),
    ...(named.length > 0 && named.length <= CHANGE_ACTS_MAX && { acts: named }),
    ...((a.exports || b.exports) && { exports: true }),
    ...((a.history || b.history) && { history: true }),
    ...((a.shared || b.shared) && { shared: mergeShared([...(a.shared ?? []), ...(b.shared ?? [])]) }),
    ...((a.sharing || b.sharing) && { sharing: true }),
  }
}

/** Each library once. */
const mergeShared = (all: NonNullable<Change['shared']>): Change['shared'] =>
  [...Map.groupBy(all, ({ library }) => library)].map(([library, of]) => ({
    library,
    collections: [...new Set(of.flatMap(({ collections }) => collections))],
  }))

const isAllGiven = <T>(items: (T | undefined)[]): items is T[] => !items.includes(undefined)
