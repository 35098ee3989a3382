import { randomUUID } from 'node:crypto'
import type { InvitedAnswer, MembershipAnswer } from '@lectern/contracts/api/sharing.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import type { Role } from '@lectern/contracts/sharing.ts'
import { expect } from 'vitest'
import type { startGateway } from './gateway.ts'

type Gateway = Awaited<ReturnType<typeof startGateway>>
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect
type Answer = { readonly status: number; readonly body: any }
type Asked = [method: string, path: string, body?: unknown, key?: string]
export type Person = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly userId: string
  readonly libraryId: string
  readonly cookies: string
  readonly ask: (...asked: Asked) => Promise<Answer>
  /** The body of an answer that is no refusal. */
  readonly ok: (...asked: Asked) => Promise<Answer['body']>
}

/** People who use a gateway, each with a session of their own. */
export const peopleOf = (gateway: Gateway) => {
  const signUp = async (plan?: Plan): Promise<Person> => {
    const name = `p${randomUUID().slice(0, 12)}`
    const email = `${name}@example.org`
    const password = `the password of ${name}`
    const body = { email, username: name, password }
    const { status, cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body })
    expect(status).toBe(201)
    if (plan) await gateway.setPlan(email, plan)
    const { rows } = await gateway.pool.query(
      'SELECT id, library_id FROM identity.users WHERE email_key = $1',
      [email],
    )
    const [{ id: userId, library_id: libraryId }] = rows as [{ id: string; library_id: string }]
    const ask = async (...[method, path, body, key]: Asked): Promise<Answer> => {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
      const { status, text } = await gateway.ask({ method, path, body, headers }, cookies)
      return { status, body: /^[[{]/.test(text) ? JSON.parse(text) : text || undefined }
    }
    const ok = async (...asked: Asked) => {
      const answer = await ask(...asked)
      expect([...asked.slice(0, 2), answer.status < 300, answer.body]).toEqual([
        ...asked.slice(0, 2),
        true,
        answer.body,
      ])
      return answer.body
    }
    return { name, email, password, userId, libraryId, cookies, ask, ok }
  }

  /** The token of an invitation that anyone may accept. */
  const invite = async (owner: Person, role: Role, collectionId = 1): Promise<string> => {
    const path = `/api/collections/${collectionId}/invitations`
    const { url = '' }: InvitedAnswer = await owner.ok('POST', path, { emails: [], role, forAnyone: true })
    return url.split('/').at(-1) ?? ''
  }
  const join = async (
    owner: Person,
    member: Person,
    role: Role,
    collectionId = 1,
  ): Promise<MembershipAnswer> =>
    member.ok('POST', `/api/invitations/${await invite(owner, role, collectionId)}/accept`)

  /** The id by which the owner's library knows a person. */
  const memberIdOf = async (owner: Person, { userId }: Person): Promise<string> => {
    const { rows } = await gateway.pool.query(
      'SELECT member_id FROM sharing.people WHERE library_id = $1 AND user_id = $2',
      [owner.libraryId, userId],
    )
    return rows[0]?.member_id
  }

  /** A library with collections 1 and 2, links 1 in the first and 2 in none, and a member of each role in collection 1. */
  const share = async () => {
    const owner = await signUp('ultra')
    for (const name of ['Garden', 'House']) await owner.ok('POST', '/api/collections', { name })
    for (const id of [1, 2])
      await owner.ok('POST', '/api/links', { url: `https://example.com/${id}`, title: `${id}` })
    await owner.ok('PUT', '/api/links/1/collection', { collectionId: 1 })
    const [editor, commenter, reader] = await Promise.all([signUp(), signUp(), signUp()])
    await join(owner, editor, 'editor')
    await join(owner, commenter, 'commenter')
    await join(owner, reader, 'reader')
    const there = (path: string) => `${path}?library=${owner.libraryId}`
    return { owner, editor, commenter, reader, there }
  }
  return { signUp, invite, join, memberIdOf, share }
}
