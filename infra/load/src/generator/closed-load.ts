import { failureOf, HttpConnection } from './http-connection.ts'
import type { ClosedLoad, Tally } from './load.ts'
import { requestsOf } from './requests.ts'

/** Keeps one request in flight on each connection until the end of the load. */
export const runClosed = async (load: ClosedLoad, tally: Tally): Promise<void> => {
  const startCounting = performance.now() + load.warmUp * 1_000
  const end = startCounting + load.seconds * 1_000
  const keepAsking = async (place: number) => {
    const next = requestsOf(load, place, load.connections)
    let connection: HttpConnection | undefined
    for (let asked = performance.now(); asked < end; ) {
      try {
        connection ??= await HttpConnection.open(load.port)
        const { text, part } = next()
        const answer = await connection.ask(text)
        const answered = performance.now()
        if (asked >= startCounting && answered <= end) tally.count(part, answered - asked)
        if (answer.status >= 300) tally.fail(failureOf(answer))
        asked = answered
      } catch (error) {
        tally.fail(String(error))
        connection = undefined
        await new Promise(resolve => setTimeout(resolve, 100))
        asked = performance.now()
      }
    }
    connection?.close()
  }
  await Promise.all(Array.from({ length: load.connections }, (_, place) => keepAsking(place)))
}
