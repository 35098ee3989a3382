import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { LIST_LIMIT_MAX } from '@lectern/contracts/limits.ts'
import { type ApiAnswer, type ApiClient, type ApiRequest, createApiClient } from '../world/api-client.ts'
import { PASSWORD, succeed } from '../world/users.ts'

/** A person with two devices and the urls that were acknowledged. */
export type Person = {
  readonly saver: ApiClient
  readonly reader: ApiClient
  readonly saved: Map<string, number>
}

const GIVE_UP_MS = 120_000
const RETRY_MS = 250

export const signUpPeople = (port: number, count: number): Promise<Person[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const username = `try-${randomUUID().slice(0, 8)}`
      const email = `${username}@try.example`
      const saver = createApiClient(port)
      const reader = createApiClient(port)
      const body = { email, username, password: PASSWORD }
      await succeed(saver, { method: 'POST', path: '/api/signup', body })
      await succeed(reader, { method: 'POST', path: '/api/login', body: { email, password: PASSWORD } })
      return { saver, reader, saved: new Map() }
    }),
  )

export const aSave = (): ApiRequest & { readonly url: string } => {
  const key = randomUUID()
  const url = `http://127.0.0.1:1/try/${key}`
  return {
    url,
    method: 'POST',
    path: '/api/links',
    body: { url, title: `Page ${key}` },
    headers: { 'idempotency-key': key },
  }
}

export const acknowledge = (person: Person, url: string, { body }: ApiAnswer): void => {
  person.saved.set(url, (body as Link).id)
}

/** Saves a link as a careful client does: again under the same key until it is acknowledged. @throws Error after two minutes */
export const insistOnSaving = async (person: Person): Promise<void> => {
  const request = aSave()
  for (const giveUpAt = performance.now() + GIVE_UP_MS; ; await wait(RETRY_MS)) {
    const answer = await person.saver.ask(request).catch(() => undefined)
    if (answer !== undefined && answer.status < 300) return acknowledge(person, request.url, answer)
    if (performance.now() > giveUpAt)
      throw new Error(
        `A save was not acknowledged for ${GIVE_UP_MS / 1_000} s: ${JSON.stringify(answer?.body)}`,
      )
  }
}

/** What is wrong with the library of a person: saves that are lost, twice there, or under another id. */
export const losses = async ({ reader, saved }: Person): Promise<string[]> => {
  const listed = new Map<string, number[]>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/links?limit=${LIST_LIMIT_MAX}${cursor && `&cursor=${cursor}`}`
    const page: LinkList = await succeed(reader, { method: 'GET', path })
    for (const { url, id } of page.links) listed.set(url, [...(listed.get(url) ?? []), id])
    cursor = page.nextCursor
  }
  return [...saved].flatMap(([url, id]) => {
    const ids = listed.get(url) ?? []
    if (ids.length === 1 && ids[0] === id) return []
    return [`${url}: acknowledged as ${id}, listed as ${ids.join(' and ') || 'nothing'}`]
  })
}

/** Checks all libraries, which may take a moment to follow. @returns what is still wrong after 30 s */
export const lossesOf = async (people: readonly Person[]): Promise<string[]> => {
  for (const giveUpAt = performance.now() + 30_000; ; await wait(1_000)) {
    const found = (await Promise.all(people.map(losses))).flat()
    if (found.length === 0 || performance.now() > giveUpAt) return found
  }
}
