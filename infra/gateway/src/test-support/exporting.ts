import { randomUUID } from 'node:crypto'
import type { Export } from '@lectern/contracts/api/exports.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { expect } from 'vitest'
import type { startGateway } from './gateway.ts'

export type Person = { readonly cookie: string; readonly libraryId: string }

/** People who export, and what they do. */
export const exporting = (gateway: Awaited<ReturnType<typeof startGateway>>) => {
  const ask = async (
    person: Person,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => {
    const { status, text } = await gateway.ask(
      { method, path, body, ...(headers && { headers }) },
      person.cookie,
    )
    return { status, text, json: () => JSON.parse(text) }
  }
  const succeed = async (person: Person, method: string, path: string, body?: unknown) => {
    const answer = await ask(person, method, path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.json()
  }

  const person = async (plan: Plan = 'free'): Promise<Person> => {
    const name = `p${randomUUID().slice(0, 13)}`
    const body = { email: `${name}@example.org`, username: name, password: `the password of ${name}` }
    const { status, cookies: cookie } = await gateway.ask({ method: 'POST', path: '/api/signup', body })
    expect(status).toBe(201)
    const { rows } = await gateway.pool.query('SELECT library_id FROM identity.users WHERE email_key = $1', [
      body.email,
    ])
    const libraryId: string = rows[0].library_id
    if (plan !== 'free') {
      const data = {
        plan,
        limit: 50_000,
        cause: randomUUID(),
        causeRevision: 9,
        at: new Date().toISOString(),
      }
      const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
      await gateway.store.append(libraryStream(libraryId), 'any', [
        { id: randomUUID(), type: 'AllowanceChanged', data, metadata },
      ])
    }
    return { cookie, libraryId }
  }

  const request = (of: Person, body: unknown): Promise<Export> => succeed(of, 'POST', '/api/exports', body)
  const ended = async (of: Person, id: string): Promise<Export> => {
    const find = () => succeed(of, 'GET', `/api/exports/${id}`) as Promise<Export>
    await expect.poll(async () => (await find()).endedAt, { timeout: 30_000 }).not.toBeNull()
    return find()
  }
  const fileOf = async (of: Person, body: unknown): Promise<string> => {
    const { id } = await request(of, body)
    expect(await ended(of, id)).toMatchObject({ status: 'done', reason: null })
    return (await ask(of, 'GET', `/api/exports/${id}/file`)).text
  }

  return { person, ask, succeed, request, ended, fileOf }
}
