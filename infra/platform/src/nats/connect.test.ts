import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { connectNats } from './connect.ts'

/** A server that says it is NATS of a version. */
const natsOf = async (version: string) => {
  const server = createServer(socket => {
    const info = { server_id: 'x', version, proto: 1, jetstream: true, max_payload: 1_048_576 }
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    socket.on('data', data => data.includes('PING') && socket.write('PONG\r\n'))
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `nats://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() }
}

it('says which NATS it needs where the server is older', async () => {
  using old = await natsOf('2.8.4')
  await expect(connectNats({ url: old.url, name: 'test' })).rejects.toThrow(
    'Lectern needs NATS 2.9 or later; this one is 2.8.4.',
  )
})

it("connects to Debian's NATS", async () => {
  using server = await natsOf('2.9.10')
  const nats = await connectNats({ url: server.url, name: 'test' })
  await nats.close()
})
