import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startCommandApi, stateOf } from './test-support/api.ts'

const parts = duringTests(startOwnParts)
/** Allowances follow here, in another process than the grant. */
const api = duringTests(() => startCommandApi(parts, { followsEvents: true }))

it('an operator grants a plan', async () => {
  const email = 'granted@example.com'
  await api.call('POST', '/api/signup', {
    body: { email, username: 'granted', password: 'a good password' },
  })
  const { rows } = await api.pool.query('SELECT library_id FROM identity.users WHERE email = $1', [email])
  const libraryId = rows[0].library_id

  expect(await grant({ EMAIL: email.toUpperCase(), PLAN: 'pro' })).toEqual({
    status: 0,
    said: 'GRANTED@EXAMPLE.COM now has the plan pro.\n',
  })
  expect((await stateOf(api, { libraryId })).allowance).toEqual({ plan: 'pro', limit: 10_000 })
})

it.each([
  [{ EMAIL: 'nobody@example.com', PLAN: 'pro' }, 'No account has the email nobody@example.com.\n'],
  [{ EMAIL: 'a@b.c', PLAN: 'gold' }, 'PLAN must be one of free, basic, pro, ultra, legacy_unlimited.\n'],
  [{ PLAN: 'pro' }, 'EMAIL must name the account: make grant EMAIL=a@b.c PLAN=ultra\n'],
])('an operator is told in one line what is wrong with %j', async (env, said) => {
  expect(await grant(env)).toEqual({ status: 1, said })
})

/** The output of grant.ts: stdout of a success, stderr of a failure. */
const grant = async (env: Record<string, string>): Promise<{ status: number; said: string }> => {
  const tool = spawn(process.execPath, [fileURLToPath(new URL('grant.ts', import.meta.url))], {
    env: { ...process.env, ...parts.env('gateway'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [answer, complaint, [status]] = await Promise.all([
    text(tool.stdout),
    text(tool.stderr),
    once(tool, 'close'),
  ])
  return { status, said: status === 0 ? answer : complaint }
}
