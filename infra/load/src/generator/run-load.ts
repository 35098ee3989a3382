import { summarise } from '../measure/statistics.ts'
import { HttpConnection } from './http-connection.ts'
import type { Load, LoadResult } from './load.ts'

/** Keeps one request in flight on each connection until the time is over. Never throws for what the server does. */
export const runLoad = async (load: Load): Promise<LoadResult> => {
  const startCounting = performance.now() + load.warmUp * 1_000
  const end = startCounting + load.seconds * 1_000
  const latencies: number[] = []
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
        const answer = await connection.ask(next())
        const answered = performance.now()
        if (asked >= startCounting && answered <= end) latencies.push(answered - asked)
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
  return { ...summarise(latencies), perSecond: latencies.length / load.seconds, failed, firstFailure }
}

/** The requests of one connection, written out as they go over the wire. */
const requestsOf = ({ port, connections, requests }: Load, place: number): (() => string) => {
  const cookies = requests.cookies.filter((_, n) => n % connections === place % requests.cookies.length)
  const host = `host: 127.0.0.1:${port}\r\n`
  if (requests.kind === 'get') {
    const texts = cookies.map(cookie => `GET ${requests.path} HTTP/1.1\r\n${host}cookie: ${cookie}\r\n\r\n`)
    let n = 0
    return () => texts[n++ % texts.length] ?? ''
  }
  const heads = cookies.map(
    cookie =>
      `POST /api/links HTTP/1.1\r\n${host}cookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: `,
  )
  let n = 0
  return () => {
    const name = `${requests.tag}-${place}-${n}`
    const body = `{"url":"${requests.site}/${name}","title":"An article about ${name}","note":null,"tags":["bench"]}`
    return `${heads[n++ % heads.length]}${body.length}\r\n\r\n${body}`
  }
}
