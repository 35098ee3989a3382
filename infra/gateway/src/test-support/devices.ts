import { createHash, randomUUID } from 'node:crypto'
import type { CreatedDevice } from '@lectern/contracts/api/access.ts'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { contentStore } from '@lectern/workers/extract-article/content-store.ts'
import { expect } from 'vitest'
import type { startGateway } from './gateway.ts'

export const PASSWORD = 'a quiet reading room'

export const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' }

/** As wallabag writes a date. */
export const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
export const labels = (entry: { tags: { label: string }[] }) => entry.tags.map(({ label }) => label)

export type Account = { email: string; username: string; password: string; cookies: string }

/** Accounts of a gateway with devices that speak wallabag's API. */
export const devicesOf = (gateway: Awaited<ReturnType<typeof startGateway>>) => {
  const signUp = async (): Promise<Account> => {
    const name = `u${randomUUID().slice(0, 12)}`
    const body = { email: `${name}@example.org`, username: name, password: PASSWORD }
    const { status, cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body })
    expect(status).toBe(201)
    return { ...body, cookies }
  }

  const makeDevice = async ({ cookies }: Account, scope = 'write'): Promise<CreatedDevice> => {
    const body = { name: 'Kobo', scope, currentPassword: PASSWORD }
    const made = await gateway.ask({ method: 'POST', path: '/api/account/devices', body }, cookies)
    expect([made.status, made.text]).toEqual([201, made.text])
    return JSON.parse(made.text)
  }

  /** As KOReader asks: JSON, with all five settings. */
  const grant = (device: CreatedDevice, changes: object = {}) => {
    const { clientId: client_id, clientSecret: client_secret, username, password } = device
    const body = { grant_type: 'password', client_id, client_secret, username, password, ...changes }
    return gateway.ask({ method: 'POST', path: '/oauth/v2/token', body })
  }

  const connect = async (account: Account, scope?: string) => {
    const device = await makeDevice(account, scope)
    const { access_token, refresh_token } = JSON.parse((await grant(device)).text)
    const authorization = `Bearer ${access_token}`
    const headers = { authorization, accept: 'application/json, */*' }
    const ask = async (method: string, path: string, body?: unknown, more: object = {}) => {
      const answer = await gateway.ask({ method, path, body, headers: { ...headers, ...more } })
      const json = answer.text.startsWith('{') || /^["[]/.test(answer.text) ? JSON.parse(answer.text) : null
      return { ...answer, json }
    }
    /** As KOReader downloads: with no header but this. */
    const download = (id: number | string) =>
      gateway.inject({ method: 'GET', path: `/api/entries/${id}/export.epub`, headers: { authorization } })
    return { device, ask, download, refresh_token }
  }

  /** A new account whose device is connected. */
  const start = async (scope?: string) => {
    const account = await signUp()
    return { account, ...(await connect(account, scope)) }
  }

  /** Stores an article, as a worker does. */
  const extract = async (url: string, html: string, at = new Date()) => {
    const hash = createHash('sha256').update(html).digest('hex')
    const page = { title: 'As on the page', author: 'A. Writer', siteName: 'Example', excerpt: 'Words' }
    const facts = { ...page, publishedAt: '2026-04-12', language: 'en', favicon: null, words: 401 }
    const found = { ...facts, image: 'https://example.com/lead.jpg', contentHash: hash }
    const request = { articleId: articleIdOf(url), requestId: randomUUID() }
    const document = { hash, html, text: 'Words', words: 401 }
    await contentStore(gateway.pool).finish(request, { kind: 'extracted', ...found }, document)
    const data = { ...found, articleId: request.articleId, url, at: at.toISOString() }
    const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
    const event = { id: randomUUID(), type: 'ArticleExtracted', data, metadata }
    await gateway.store.append(articleStream(request.articleId), 'any', [event])
  }

  /** The notes of a link, as our own client has them. */
  const notesOf = async (linkId: number, { cookies }: Account) =>
    JSON.parse((await gateway.ask({ method: 'GET', path: `/api/links/${linkId}/notes` }, cookies)).text)

  return { signUp, makeDevice, grant, connect, start, extract, notesOf }
}
