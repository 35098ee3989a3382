import { summarise } from '../measure/statistics.ts'
import { HttpConnection } from './http-connection.ts'
import type { Load, LoadResult } from './load.ts'
import { mixOf, requestsOf } from './requests.ts'

/** Keeps one request in flight on each connection until the time is over. Never throws for what the server does. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const startCounting = performance.now() + load.warmUp * 1_000
  const end = startCounting + load.seconds * 1_000
  const latencies: number[][] = mixOf(load.requests).map(() => [])
  let failed = 0
  let firstFailure: string | undefined
  const fail = (what: string) => {
    failed += 1
    firstFailure ??= what
  }

  const keepAsking = async (place: number) => {
    const next = requestsOf(load, place)
    let connection: HttpConnection | undefined
    for (let asked = performance.now(); asked < end; ) {
      try {
        connection ??= await HttpConnection.open(load.port)
        const { text, part } = next()
        const answer = await connection.ask(text)
        const answered = performance.now()
        if (asked >= startCounting && answered <= end) latencies[part]?.push(answered - asked)
        if (answer.status >= 300) fail(answer.body.toString('latin1', 0, 1_000))
        asked = answered
      } catch (error) {
        fail(String(error))
        connection = undefined
        await new Promise(resolve => setTimeout(resolve, 100))
        asked = performance.now()
      }
    }
    connection?.close()
  }

  await Promise.all(Array.from({ length: load.connections }, (_, place) => keepAsking(place)))
  const all = summarise(latencies.flat())
  const parts = latencies.map(summarise)
  return { ...all, perSecond: all.count / load.seconds, failed, firstFailure, parts }
}
