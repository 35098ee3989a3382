import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'

const parts = duringTests(startOwnParts)
const gateway = duringTests(() => startGateway(parts))

/** What `make adopt` says: stdout of a success, stderr of a failure. */
const adopt = async (env: {
  EMAIL?: string
  LIBRARY?: string
}): Promise<{ status: number; said: string }> => {
  const main = fileURLToPath(import.meta.resolve('@lectern/command-api/adopt/main.ts'))
  const tool = spawn(process.execPath, [main], {
    env: { ...process.env, ...parts.env('gateway'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [answer, complaint, [status]] = await Promise.all([
    text(tool.stdout),
    text(tool.stderr),
    once(tool, 'close'),
  ])
  return { status, said: (status === 0 ? answer : complaint).trimEnd() }
}

/** The events are all that is left. */
const loseAccounts = () =>
  gateway.pool.query('TRUNCATE identity.users, identity.closings, sharing.people, reading.positions CASCADE')

const usersIn = async () =>
  (await gateway.pool.query('SELECT id, library_id, email FROM identity.users ORDER BY email')).rows

/** The answer to a read with a session that a sign-in has just made. */
const signIn = async ({ email, password }: Person) => {
  const { status, cookies } = await gateway.ask({
    ...{ method: 'POST', path: '/api/login' },
    body: { email, password },
  })
  expect(status).toBe(200)
  return async (path: string) => JSON.parse((await gateway.ask({ method: 'GET', path }, cookies)).text)
}

it('a person whose account was lost has the library, the notes, the plan and the history again', async () => {
  const { signUp, share } = peopleOf(gateway)
  const { owner, ...members } = await share()
  await owner.ok('POST', '/api/links/1/notes', { type: 'note', content: 'Mine' })
  const before = {
    plan: (await owner.ok('GET', '/api/user')).plan,
    links: (await owner.ok('GET', '/api/links')).links.map(({ id }: { id: number }) => id),
    history: JSON.stringify(await owner.ok('GET', '/api/history')),
  }
  await loseAccounts()

  const listed = await adopt({})
  expect(listed.status).toBe(0)
  const today = new Date().toISOString().slice(0, 10)
  // Those of the members were never used.
  expect(listed.said.split('\n').slice(1)).toEqual([
    `LIBRARY=${owner.libraryId}  2 links, opened ${today}, last changed ${today}`,
  ])

  const anew = await signUp()
  expect(await adopt({ EMAIL: anew.email.toUpperCase(), LIBRARY: owner.libraryId })).toEqual({
    status: 0,
    said: `${anew.email.toUpperCase()} now has library ${owner.libraryId} with its 2 links, and signs in again. Who shared its collections (3) is not known any more: they are invited again.`,
  })
  expect((await anew.ask('GET', '/api/links')).status).toBe(401)
  const read = await signIn(anew)
  expect(await read('/api/user')).toMatchObject({ id: owner.userId, email: anew.email, plan: before.plan })
  expect((await read('/api/links')).links.map(({ id }: { id: number }) => id)).toEqual(before.links)
  expect((await read('/api/links/1/notes')).map(({ content }: { content: string }) => content)).toEqual([
    'Mine',
  ])
  // The history names the members no more.
  const names = [members.editor, members.commenter, members.reader].map(({ name }) => name)
  const nameless = before.history.replaceAll(new RegExp(names.join('|'), 'g'), 'Somebody who left')
  expect(nameless).not.toBe(before.history)
  expect(await read('/api/history')).toEqual(JSON.parse(nameless))
  expect(await adopt({})).toEqual({ status: 0, said: 'Every library that was used has an account.' })
})

it('an operator is told in one sentence what is wrong, and nothing changes', async () => {
  const { signUp, join } = peopleOf(gateway)
  const saveOne = (person: Person) =>
    person.ok('POST', '/api/links', { url: 'https://example.com/', title: 'One' })
  const [lost, closed, closing] = [await signUp(), await signUp(), await signUp()]
  for (const person of [lost, closing]) await saveOne(person)
  await gateway.pool.query('DELETE FROM identity.users WHERE id = ANY($1)', [
    [lost, closed, closing].map(({ userId }) => userId),
  ])
  await gateway.store.tombstone(libraryStream(closed.libraryId))
  await gateway.pool.query('INSERT INTO identity.closings (user_id, library_id) VALUES ($1, $2)', [
    ...[closing.userId, closing.libraryId],
  ])
  const [unused, used, member, sharer] = [
    await signUp(),
    await signUp(),
    await signUp(),
    await signUp('ultra'),
  ]
  await saveOne(used)
  await sharer.ok('POST', '/api/collections', { name: 'Garden' })
  await join(sharer, member, 'reader')

  const LIBRARY = lost.libraryId
  const before = await usersIn()
  const nowhere = randomUUID()
  for (const [env, said] of [
    [{ LIBRARY }, 'EMAIL must name the account: make adopt EMAIL=a@b.c LIBRARY=the id of a library'],
    [{ EMAIL: 'no@b.c', LIBRARY }, 'No account has the email no@b.c: the person signs up first.'],
    [{ EMAIL: unused.email, LIBRARY: 'x' }, 'LIBRARY must be the id of a library: make adopt lists them.'],
    [{ EMAIL: unused.email, LIBRARY: nowhere }, `The events have no library ${nowhere}.`],
    [
      { EMAIL: unused.email, LIBRARY: closed.libraryId },
      `The library ${closed.libraryId} was deleted with its account.`,
    ],
    [
      { EMAIL: unused.email, LIBRARY: closing.libraryId },
      `The library ${closing.libraryId} was deleted with its account.`,
    ],
    [{ EMAIL: unused.email, LIBRARY: used.libraryId }, `${used.email} has the library ${used.libraryId}.`],
    [{ EMAIL: used.email, LIBRARY: used.libraryId }, `${used.email} has this library already.`],
    [
      { EMAIL: used.email, LIBRARY },
      `The library of ${used.email} is in use already: the person signs up with another email.`,
    ],
    [
      { EMAIL: member.email, LIBRARY },
      `${member.email} shares collections of others: the person leaves them first.`,
    ],
  ] as const)
    expect([env, await adopt(env)]).toEqual([env, { status: 1, said }])
  expect(await usersIn()).toEqual(before)
  expect((await unused.ask('GET', '/api/links')).status).toBe(200)
})
