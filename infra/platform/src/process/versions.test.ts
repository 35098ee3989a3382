import { expect, it } from 'vitest'
import { Halt } from './halt.ts'
import { requireVersion, type Server } from './versions.ts'

it.each<[Server, string]>([
  ['Postgres', '17.0'],
  ['Postgres', '18.1 (Debian 18.1-1.pgdg120+2)'],
  ['Postgres', '19beta1'],
  ['NATS', '2.9.10'],
  ['NATS', '2.12.1-RC.1'],
  ['NATS', '3.0.0'],
  ['EventStoreDB or KurrentDB', '22.10.5.0'],
  ['EventStoreDB or KurrentDB', '25.0.0.2841'],
])('works with %s %s', (server, version) => {
  expect(() => requireVersion(server, version)).not.toThrow()
})

it.each<[Server, string]>([
  ['Postgres', '15.14 (Debian 15.14-0+deb12u1)'],
  ['Postgres', '16.9'],
  ['NATS', '2.8.4'],
  ['NATS', '1.4.1'],
  ['EventStoreDB or KurrentDB', '21.10.9.0'],
  ['EventStoreDB or KurrentDB', '22.6.0'],
  ['EventStoreDB or KurrentDB', 'unknown'],
])('says what it needs in place of %s %s', (server, version) => {
  const require = () => requireVersion(server, version)
  expect(require).toThrow(Halt)
  expect(require).toThrow(new RegExp(`^Lectern needs ${server} [\\d.]+ or later; this one is \\S`))
})
