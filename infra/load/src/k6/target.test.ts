import { expect, test } from 'vitest'
import { loopback } from './target.ts'

test.each([
  ['http://localhost:8080', 'http://127.0.0.1:8080'],
  ['http://127.0.0.1:8095/', 'http://127.0.0.1:8095'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is on this machine', (address, origin) => {
  expect(loopback(address).origin).toBe(origin)
})

test.each([
  'https://lectern.example',
  'http://lectern.example:8080',
  'http://10.0.0.1:8080',
  'http://127.0.0.1.lectern.example',
  'http://localhost@lectern.example',
  'https://localhost',
  'localhost:8080',
  '',
])('the address %j is refused', address => {
  expect(() => loopback(address)).toThrow('Load tests talk to loopback only')
})
