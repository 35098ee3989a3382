import { randomUUID } from 'node:crypto'
import { headerOf, mailServer } from '@lectern/command-api/test-support/mail-server.ts'
import type { Invitation, InvitationAnswer } from '@lectern/contracts/api/sharing.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { JOINED_MAX } from '@lectern/contracts/sharing.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'

const parts = duringTests(startReadParts)
const smtp = duringTests(() => mailServer())
const gateway = duringTests(() => startGateway(parts, { smtpUrl: smtp.url }))
const { signUp, invite, join } = peopleOf(gateway)

const SUBJECT = 'You are invited to a collection on Lectern'
const INVITATIONS = '/api/collections/1/invitations'

const mailsTo = (address: string) =>
  smtp.received
    .filter(({ to, source }) => to[0] === address && headerOf(source, 'subject') === SUBJECT)
    .map(({ source }) => source.replace(/=\r\n/g, '').replaceAll('=3D', '='))
/** The token in the nth mail of an invitation to an address. */
const tokenTo = async (address: string, n = 0): Promise<string> => {
  await expect.poll(() => mailsTo(address)[n]).toBeDefined()
  return /http:\/\/localhost\/invitation\/([\w-]{43})/.exec(mailsTo(address)[n] ?? '')?.[1] ?? ''
}
const ownerOf = async (collection = 'Garden'): Promise<Person> => {
  const owner = await signUp('ultra')
  await owner.ok('POST', '/api/collections', { name: collection, color: '#10B981' })
  return owner
}
const accept = (who: Person, token: string) => who.ask('POST', `/api/invitations/${token}/accept`)
const look = (who: Person, token: string) => who.ask('GET', `/api/invitations/${token}`)

/** Ends the time of the owner's last invitation. */
const expire = async (owner: Person) => {
  const [{ id: invitationId, expiresAt: _, role }] = await owner.ok('GET', INVITATIONS)
  const expiresAt = new Date(Date.now() - 1).toISOString()
  const data = { collectionId: 1, invitationId, role, forAnyone: true, expiresAt, at: expiresAt }
  const metadata = { actorId: owner.userId, via: 'web', commandId: randomUUID(), commandHash: 'x' }
  const event = { id: randomUUID(), type: 'MemberInvited', data, metadata }
  await gateway.store.append(libraryStream(owner.libraryId), 'any', [event])
  await gateway.pool.query('UPDATE sharing.invitations SET expires_at = $2 WHERE id = $1', [
    invitationId,
    expiresAt,
  ])
}

it('a mail brings an invitation, which the person who was invited accepts', async () => {
  const owner = await ownerOf()
  const member = await signUp()
  const stranger = `${randomUUID().slice(0, 8)}@example.org`
  const wanted = { emails: [member.email, stranger.toUpperCase(), stranger], role: 'editor' }
  const answer = await owner.ok('POST', INVITATIONS, wanted)
  // The answer is the same for who has an account and who has none.
  const shown = { role: 'editor', forAnyone: false, id: expect.any(String) }
  const times = { sentAt: expect.any(String), expiresAt: expect.any(String) }
  expect(answer.invitations).toHaveLength(2)
  expect(answer).toEqual({
    invitations: expect.arrayContaining([
      { ...shown, ...times, email: member.email },
      { ...shown, ...times, email: stranger },
    ]),
  })
  expect(await owner.ok('GET', INVITATIONS)).toEqual(answer.invitations)

  const token = await tokenTo(member.email)
  await tokenTo(stranger)
  expect(mailsTo(stranger)[0]).toContain('the collection Garden with you')
  const seen: InvitationAnswer = JSON.parse(
    (await gateway.ask({ method: 'GET', path: `/api/invitations/${token}` })).text,
  )
  expect(seen).toEqual({
    collection: { name: 'Garden', color: '#10B981' },
    ...{ owner: owner.name, email: member.email, role: 'editor', expiresAt: expect.any(String) },
  })
  const joined = { libraryId: owner.libraryId, collectionId: 1, role: 'editor' }
  expect(await accept(member, token)).toEqual({ status: 200, body: joined })
  // A repetition by the same person has the same answer; for others it is used.
  expect(await accept(member, token)).toEqual({ status: 200, body: joined })
  expect(await look(member, token)).toMatchObject({
    status: 410,
    body: { message: expect.stringMatching('used') },
  })
  expect((await owner.ok('GET', INVITATIONS)).map(({ email }: Invitation) => email)).toEqual([stranger])
  const { rows } = await gateway.pool.query(
    'SELECT email, email_key, ended FROM sharing.invitations WHERE library_id = $1 AND ended IS NOT NULL',
    [owner.libraryId],
  )
  expect(rows).toEqual([{ email: null, email_key: null, ended: 'used' }])
})

it('a mail says no words that somebody else chose freely', async () => {
  const owner = await ownerOf('WIN money at http://evil.example <b>now</b>')
  const email = `${randomUUID().slice(0, 8)}@example.org`
  await owner.ok('PUT', '/api/account/first-name', { firstName: 'Visit evil.example' })
  await owner.ok('POST', INVITATIONS, { emails: [email], role: 'reader' })
  await tokenTo(email)
  const [mail] = mailsTo(email)
  expect(mail).not.toContain('evil')
  expect(mail).toContain(`${owner.email} shares a collection with you.`)
})

it('an invitation is sent again under a new token, and the first goes on', async () => {
  const owner = await ownerOf()
  const member = await signUp()
  const { invitations } = await owner.ok('POST', INVITATIONS, { emails: [member.email], role: 'reader' })
  const first = await tokenTo(member.email)
  await owner.ok('POST', `${INVITATIONS}/${invitations[0].id}/resend`)
  const second = await tokenTo(member.email, 1)
  expect(second).not.toBe(first)
  // Inviting the same address again is the same, with the role that is given last.
  const again = await owner.ok('POST', INVITATIONS, {
    emails: [member.email.toUpperCase()],
    role: 'commenter',
  })
  expect(again.invitations).toMatchObject([{ id: invitations[0].id, role: 'commenter' }])
  const third = await tokenTo(member.email, 2)
  expect((await accept(member, first)).body).toMatchObject({ role: 'commenter' })
  for (const token of [second, third])
    expect(await look(member, token)).toMatchObject({ status: 410, body: { isUsed: true } })
  expect((await owner.ask('POST', `${INVITATIONS}/${invitations[0].id}/resend`)).status).toBe(410)
  expect((await owner.ask('DELETE', `${INVITATIONS}/${invitations[0].id}`)).status).toBe(410)
})

it('the same request under its key invites once', async () => {
  const owner = await ownerOf()
  const [email, key] = [`${randomUUID().slice(0, 8)}@example.org`, randomUUID()]
  const wanted = { emails: [email], role: 'reader' }
  const [one, two] = [
    await owner.ok('POST', INVITATIONS, wanted, key),
    await owner.ok('POST', INVITATIONS, wanted, key),
  ]
  expect(two).toEqual(one)
  const other = await owner.ask('POST', INVITATIONS, { ...wanted, role: 'editor' }, key)
  expect(other.status).toBe(422)
  await tokenTo(email)
  expect(mailsTo(email)).toHaveLength(1)
})

describe('an invitation that cannot be accepted says why', () => {
  const messageOf = async (answer: ReturnType<typeof accept>) => {
    const { status, body } = await answer
    return [status, body.message]
  }
  it('by another address, or by the owner', async () => {
    const owner = await ownerOf()
    const [member, other] = [await signUp(), await signUp()]
    await owner.ok('POST', INVITATIONS, { emails: [member.email], role: 'reader' })
    const token = await tokenTo(member.email)
    const ofOther = [403, 'This invitation is for another email address. Please sign in with that one.']
    expect(await messageOf(accept(other, token))).toEqual(ofOther)
    const own = [409, 'This collection is your own already.']
    expect(await messageOf(accept(owner, token))).toEqual(own)
    const unsigned = { method: 'POST', path: `/api/invitations/${token}/accept` }
    expect((await gateway.ask(unsigned)).status).toBe(401)
    expect((await accept(member, token)).status).toBe(200)
  })
  it('withdrawn, expired, unknown, or of a collection that is gone', async () => {
    const owner = await ownerOf()
    const member = await signUp()
    const withdrawn = await invite(owner, 'reader')
    const [{ id }] = await owner.ok('GET', INVITATIONS)
    expect(await owner.ok('DELETE', `${INVITATIONS}/${id}`)).toEqual({ id })
    expect(await owner.ok('DELETE', `${INVITATIONS}/${id}`)).toEqual({ id })
    const over = [410, 'This invitation was withdrawn.']
    for (const asked of [accept, look]) expect(await messageOf(asked(member, withdrawn))).toEqual(over)
    expect((await look(member, withdrawn)).body.isUsed).toBe(false)

    const expired = await invite(owner, 'reader')
    await expire(owner)
    const late = [410, 'This invitation was valid for 7 days, which are over. Please ask for a new one.']
    for (const asked of [accept, look]) expect(await messageOf(asked(member, expired))).toEqual(late)
    const [old] = await owner.ok('GET', INVITATIONS)
    await owner.ok('POST', `${INVITATIONS}/${old.id}/resend`)
    expect((await look(member, expired)).status).toBe(200)
    for (const token of ['x'.repeat(43), 'x'.repeat(42), '..', 'x'.repeat(2_000)])
      expect((await look(member, token)).status).toBe(404)

    const gone = await invite(owner, 'reader')
    await owner.ok('DELETE', '/api/collections/1')
    await expect.poll(() => messageOf(accept(member, gone))).toEqual(over)
  })
  it('used by somebody in the same moment', async () => {
    const owner = await ownerOf()
    const people = await Promise.all([signUp(), signUp(), signUp()])
    const token = await invite(owner, 'reader')
    const answers = await Promise.all(people.map(each => accept(each, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
    const twice = await invite(owner, 'editor')
    const one = people[0] as Person
    const both = await Promise.all([accept(one, twice), accept(one, twice)])
    expect(both.map(({ status, body }) => [status, body.role])).toEqual([
      [200, 'editor'],
      [200, 'editor'],
    ])
  })
})

it('bad input is refused with a sentence', async () => {
  const owner = await ownerOf()
  const free = await signUp()
  await free.ok('POST', '/api/collections', { name: 'Mine' })
  const of = (who: Person, body: unknown, path = INVITATIONS) => who.ask('POST', path, body)
  const eleven = Array.from({ length: 11 }, (_, n) => `a${n}@example.org`)
  expect(await of(free, { emails: ['a@example.org'], role: 'reader' })).toMatchObject({
    status: 402,
    body: { message: 'Sharing collections is part of the Ultra plan.' },
  })
  const { rows } = await gateway.pool.query('SELECT FROM sharing.invitations WHERE library_id = $1', [
    free.libraryId,
  ])
  expect(rows).toEqual([])
  for (const body of [
    ...[
      {},
      { emails: [], role: 'reader' },
      { emails: ['a@example.org'] },
      { emails: 'a@example.org', role: 'reader' },
    ],
    ...[
      { emails: ['a'], role: 'reader' },
      { emails: ['a@example.org'], role: 'owner' },
      { emails: eleven, role: 'reader' },
    ],
    ...[
      { emails: [{}], role: 'reader' },
      { emails: ['a@example.org'], role: 'reader', forAnyone: 'yes' },
    ],
  ])
    expect([body, (await of(owner, body)).status]).toEqual([body, 400])
  for (const path of ['/api/collections/9/invitations', '/api/collections/none/invitations'])
    expect((await of(owner, { emails: ['a@example.org'], role: 'reader' }, path)).status).toBe(404)
  for (const id of ['none', randomUUID()]) {
    expect((await owner.ask('DELETE', `${INVITATIONS}/${id}`)).status).toBe(404)
    expect((await owner.ask('POST', `${INVITATIONS}/${id}/resend`)).status).toBe(404)
    expect((await owner.ask('PATCH', `/api/collections/1/members/${id}`, { role: 'editor' })).status).toBe(
      404,
    )
    expect((await owner.ask('DELETE', `/api/collections/1/members/${id}`)).status).toBe(404)
  }
})

it('a collection has at most 25 members and invitations, and an account 50 invitations', async () => {
  const owner = await ownerOf()
  for (const name of ['Two', 'Three']) await owner.ok('POST', '/api/collections', { name })
  const some = (count: number) =>
    Array.from({ length: count }, () => `${randomUUID().slice(0, 8)}@example.org`)
  const ask = (collection: number, count: number) =>
    owner.ask('POST', `/api/collections/${collection}/invitations`, { emails: some(count), role: 'reader' })
  for (const collection of [1, 2])
    for (const count of [10, 10, 5]) expect((await ask(collection, count)).status).toBe(201)
  expect((await ask(1, 1)).body.message).toBe('At most 50 invitations can be open at once.')
  const [{ id }] = await owner.ok('GET', INVITATIONS)
  await owner.ok('DELETE', `${INVITATIONS}/${id}`)
  expect((await ask(2, 1)).body.message).toBe('A collection has at most 25 members.')
  const member = await signUp()
  await join(owner, member, 'reader')
  expect((await ask(3, 1)).status).toBe(201)
})

it(`a person takes part in at most ${JOINED_MAX} collections of others, and loses no invitation by that`, async () => {
  const owner = await ownerOf()
  const member = await signUp()
  const [reader, editor] = [await invite(owner, 'reader'), await invite(owner, 'editor')]
  const id = randomUUID()
  await gateway.pool.query('INSERT INTO sharing.people VALUES ($1, $2, $3, $4)', [
    ...[id, randomUUID(), member.userId, member.libraryId],
  ])
  await gateway.pool.query(
    'INSERT INTO sharing.memberships (member_id, collection_id) SELECT $1, n FROM generate_series(1, $2::integer) AS n',
    [id, JOINED_MAX],
  )
  expect(await accept(member, reader)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`You take part in ${JOINED_MAX} collections of others`) },
  })
  await gateway.pool.query('DELETE FROM sharing.memberships WHERE member_id = $1 AND collection_id = 7', [id])
  expect((await accept(member, reader)).status).toBe(200)
  // It is the same collection with another role.
  expect((await accept(member, editor)).body).toMatchObject({ role: 'editor' })
})
