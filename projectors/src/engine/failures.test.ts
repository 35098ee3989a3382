import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import { describe, expect, it } from 'vitest'
import { isPoison, isSuspect } from './failures.ts'

const ofPostgres = (code: string, message = 'refused') =>
  Object.assign(new Error(message), { code, severity: 'ERROR' })

describe('an error', () => {
  it.each([
    ['an unreadable event', new UnreadableEvent('no data')],
    ['data that Postgres refuses', ofPostgres('22P05')],
    ['a broken constraint', ofPostgres('23505')],
    ['data that is too large', ofPostgres('54000')],
  ])('by %s is the fault of the event', (_, error) => {
    expect(isPoison(error)).toBe(true)
  })

  it.each(['21000', '42703', '42804', 'P0001', 'XX000', 'XX001', 'XX002'])(
    'with state %s may be the fault of a few rows',
    code => {
      expect([isPoison(ofPostgres(code)), isSuspect(ofPostgres(code))]).toEqual([false, true])
    },
  )

  it.each([
    ['a failed connection', ofPostgres('08006')],
    ['a lack of connections', ofPostgres('53300')],
    ['a full disk', ofPostgres('53100')],
    ['a lack of memory', ofPostgres('53200')],
    ['a read-only server', ofPostgres('25006')],
    ['a server that shuts down', ofPostgres('57P01')],
    ['a statement that took too long', ofPostgres('57014')],
    ['a lock that took too long', ofPostgres('55P03')],
    ['a deadlock', ofPostgres('40P01')],
    ['a disk that fails', ofPostgres('58030')],
    ['a missing table of another owner', ofPostgres('42P01', 'relation "content.documents" does not exist')],
    ['a schema that may not be read', ofPostgres('42501')],
    ['an unknown host name', Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a missing answer', new Error('Query read timeout')],
  ])('by %s is the fault of no event', (_, error) => {
    expect([isPoison(error), isSuspect(error)]).toEqual([false, false])
  })
})
