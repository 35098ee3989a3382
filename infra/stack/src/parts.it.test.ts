import { connect } from 'nats'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, startNats, type TestNats } from './test-support/parts.ts'

describe('a database for one test file', () => {
  it('is a separate copy of its template', async () => {
    const template = await createDatabase()
    await query(template, 'CREATE TABLE kept AS SELECT 1 AS one')
    const copy = await createDatabase(template)
    await query(copy, 'INSERT INTO kept VALUES (2)')
    expect(await query(copy, 'SELECT one FROM kept ORDER BY one')).toEqual([{ one: 1 }, { one: 2 }])
    expect(await query(template, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
  })
})

describe('NATS permissions', () => {
  let nats: TestNats
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(() => nats.stop())

  const login = (url: string) => {
    const { host, username, password } = new URL(url)
    const inboxPrefix = `_INBOX.${username}`
    return connect({ servers: host, user: username, pass: password, inboxPrefix, reconnect: false })
  }

  it('let workers give their own commands and no others, and projectors none', async () => {
    const api = await login(nats.url('gateway'))
    const workers = await login(nats.url('workers'))
    const heard: string[] = []
    api.subscribe('command.>', {
      callback: (_, message) => {
        heard.push(message.subject)
        message.respond('done')
      },
    })
    await api.flush()
    expect((await workers.request('command.record-article', '{}', { timeout: 60_000 })).string()).toBe('done')
    const projectors = await login(nats.url('projectors'))
    for (const [role, subject] of [
      [workers, 'command.prepare-mail'],
      [projectors, 'command.record-article'],
    ] as const)
      await expect(role.request(subject, '{}', { timeout: 500 })).rejects.toThrow(/permission|timeout/i)
    expect(heard).toEqual(['command.record-article'])
    await Promise.all([api.close(), workers.close(), projectors.close()])
  })

  it('admit nobody without a password', async () => {
    const { host } = new URL(nats.url('gateway'))
    await expect(connect({ servers: host, reconnect: false })).rejects.toThrow(/authorization/i)
  })
})

const query = async (url: string, sql: string) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
