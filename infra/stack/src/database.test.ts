import { expect, it } from 'vitest'
import { urlOfRole } from './database.ts'

it.each([
  ['postgres://owner:secret@host:5432/lectern', 'postgres://lectern_event_store:own@host:5432/lectern'],
  ['postgres://lectern:secret@host', 'postgres://lectern_event_store:own@host/lectern'],
  [
    'postgresql://host/my%20db?user=owner&password=secret&sslmode=require',
    'postgresql://my%20db_event_store:own@host/my%20db?sslmode=require',
  ],
])('gives a service %s as its own user', (owners, own) => {
  expect(urlOfRole(owners, 'event-store', 'own')).toBe(own)
})
