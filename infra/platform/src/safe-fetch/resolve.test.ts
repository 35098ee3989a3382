import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askNameServers } from './resolve.ts'

const typeA = 1
let server: Socket
let servers: string[]
const silent: string[] = []

/** Never answers for names that begin with `silent`, has one IPv4 address for `good`, and knows no other name. */
const answer = (query: Buffer): Buffer | undefined => {
  const end = query.indexOf(0, 12)
  const labels: string[] = []
  for (let at = 12; at < end; at += (query[at] ?? 0) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  const [name = ''] = labels
  if (name.startsWith('silent')) {
    silent.push(name)
    return undefined
  }
  const question = query.subarray(12, end + 5)
  const hasAddress = name === 'good' && query.readUInt16BE(end + 1) === typeA
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(name === 'good' ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(hasAddress ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34])
  return Buffer.concat([header, question, ...(hasAddress ? [record] : [])])
}

beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const reply = answer(query)
    if (reply) server.send(reply, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  servers = [`127.0.0.1:${server.address().port}`]
})
afterAll(() => new Promise<void>(resolve => server.close(() => resolve())))

test('names of a silent name server do not delay other names', async () => {
  const resolve = askNameServers(servers)
  for (let n = 0; n < 64; n += 1) void resolve(`silent-${n}.test`).catch(() => {})
  await expect.poll(() => new Set(silent).size).toBe(64)
  expect(await resolve('good.test')).toEqual(['93.184.216.34'])
})

test('an unknown name is an error', async () => {
  await expect(askNameServers(servers)('nobody.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})
