import { setTimeout as wait } from 'node:timers/promises'
import { failureOf, HttpConnection } from './http-connection.ts'
import type { OpenLoad, Tally } from './load.ts'
import { requestsOf, type Written } from './requests.ts'

/** Sends requests at even intervals, each when it is due, on a free or new connection. */
export const runOpen = async (load: OpenLoad, tally: Tally): Promise<void> => {
  const interval = 1_000 / load.arrivalsPerSecond
  const began = performance.now()
  const startCounting = began + load.warmUp * 1_000
  const arrivals = Math.round((load.warmUp + load.seconds) * load.arrivalsPerSecond)
  const people = Array.from({ length: load.people }, (_, place) => requestsOf(load, place, load.people))
  const free: HttpConnection[] = []
  const ask = async ({ text, part }: Written, due: number) => {
    try {
      const connection = free.shift() ?? (await HttpConnection.open(load.port))
      const answer = await connection.ask(text)
      if (due >= startCounting) tally.count(part, performance.now() - due)
      if (answer.status >= 300) tally.fail(failureOf(answer))
      free.push(connection)
    } catch (error) {
      tally.fail(String(error))
    }
  }
  const sent: Promise<void>[] = []
  for (let n = 0; n < arrivals; n++) {
    const due = began + n * interval
    const early = due - performance.now()
    // Timers have whole milliseconds, so a request may leave 1 ms late. Its latency includes that.
    if (early > 0) await wait(Math.ceil(early))
    const next = people[n % people.length]
    if (next !== undefined) sent.push(ask(next(), due))
  }
  await Promise.all(sent)
  for (const connection of free) connection.close()
}
