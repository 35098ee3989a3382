import { UnreadableEvent } from '@lectern/contracts/events/read.ts'
import { describe, expect, it } from 'vitest'
import { isPoison, isSuspect } from './failures.ts'

const ofPostgres = (code: string, message = 'refused') =>
  Object.assign(new Error(message), { code, severity: 'ERROR' })

describe('a failure', () => {
  it.each([
    ['that cannot be read', new UnreadableEvent('no data')],
    ['with data that Postgres refuses', ofPostgres('22P05')],
    ['that breaks a constraint', ofPostgres('23505')],
    ['that is too large', ofPostgres('54000')],
  ])('of an event %s is its own', (_, error) => {
    expect(isPoison(error)).toBe(true)
  })

  it.each(['21000', '42703', '42804', 'P0001', 'XX000', 'XX001', 'XX002'])(
    'with %s may be that of a few rows',
    code => {
      expect([isPoison(ofPostgres(code)), isSuspect(ofPostgres(code))]).toEqual([false, true])
    },
  )

  it.each([
    ['no connection', ofPostgres('08006')],
    ['no connection left', ofPostgres('53300')],
    ['no space', ofPostgres('53100')],
    ['no memory', ofPostgres('53200')],
    ['a read-only server', ofPostgres('25006')],
    ['a server that shuts down', ofPostgres('57P01')],
    ['a statement that took too long', ofPostgres('57014')],
    ['a lock that took too long', ofPostgres('55P03')],
    ['a deadlock', ofPostgres('40P01')],
    ['a disk that fails', ofPostgres('58030')],
    [
      'a table of another owner that is not there',
      ofPostgres('42P01', 'relation "content.documents" does not exist'),
    ],
    ['a schema that may not be read', ofPostgres('42501')],
    ['a name that was not found', Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['an answer that did not come', new Error('Query read timeout')],
  ])('by %s is no event’s', (_, error) => {
    expect([isPoison(error), isSuspect(error)]).toEqual([false, false])
  })
})
