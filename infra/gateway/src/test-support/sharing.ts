import { createHash, randomUUID } from 'node:crypto'
import type { CreatedShare } from '@lectern/contracts/api/shares.ts'
import { articleIdOf, sourceOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import type { Plan } from '@lectern/contracts/plans.ts'
import { contentStore } from '@lectern/workers/extract-article/content-store.ts'
import { imageStore } from '@lectern/workers/images/image-store.ts'
import { expect } from 'vitest'
import type { startGateway } from './gateway.ts'

type Gateway = Awaited<ReturnType<typeof startGateway>>

/** So many words of a text, `first`, `first` with 2, and so on. */
export const wordsFrom = (first: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${first}${n + 1}`).join(' ')

/** Helpers of tests about public links. */
export const sharingOn = (gateway: Gateway) => {
  /** A new person, what they ask and what they make public. */
  const aPublisher = async (plan: Plan = 'free') => {
    const name = `u${randomUUID().slice(0, 12)}`
    const person = { email: `${name}@example.org`, username: name, password: 'a quiet reading room' }
    const { cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body: person })
    if (plan !== 'free') await gateway.setPlan(person.email, plan)
    const ask = async <T = Record<string, unknown>>(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const { status, text } = await gateway.ask({ method, path, body, headers }, cookies)
      return { status, body: JSON.parse(text) as T }
    }
    /** @returns the id, and the path of the page */
    const share = async (body: object) => {
      const made = await ask<CreatedShare>('POST', '/api/shares', body)
      expect([made.status, made.body]).toEqual([201, expect.anything()])
      return { id: made.body.id, path: new URL(made.body.url).pathname }
    }
    const save = async (url: string, more: object = {}) =>
      (await ask<{ id: number }>('POST', '/api/links', { url, title: 'A title', ...more })).body.id
    return { ...person, cookies, ask, share, save, setPlan: (to: Plan) => gateway.setPlan(person.email, to) }
  }

  /** Stores an article and its event, as a worker does, and waits until the link shows it. @returns the hash of its text */
  const read = async (
    url: string,
    html: string,
    facts: { title?: string; author?: string; siteName?: string } = {},
  ): Promise<string> => {
    const hash = createHash('sha256').update(html).digest('hex')
    const page = { title: 'The title of the page', author: 'A. Writer', siteName: 'Example', ...facts }
    const others = { excerpt: 'What it is about', publishedAt: '2026-02-03', language: 'en' }
    const found = { ...page, ...others, image: null, favicon: null, contentHash: hash, words: 2 }
    const request = { articleId: articleIdOf(url), requestId: randomUUID() }
    const text = html.replace(/<[^>]*>/g, ' ')
    await contentStore(gateway.pool).finish(
      request,
      { kind: 'extracted', ...found },
      { hash, html, text, words: 2 },
    )
    const data = { ...found, articleId: request.articleId, url, at: new Date().toISOString() }
    const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
    const event = { id: randomUUID(), type: 'ArticleExtracted', data, metadata }
    await gateway.store.append(articleStream(request.articleId), 'any', [event])
    return hash
  }

  /** Stores a copy of a picture in the article. @returns its hash */
  const addPicture = async (url: string, contentHash: string, source: string): Promise<string> => {
    const hash = createHash('sha256').update(source).digest('hex')
    const place = { articleId: articleIdOf(url), contentHash, source: sourceOf(source) }
    const copies = [{ width: COPY_WIDTHS.reading, content: Buffer.from(`copy of ${source}`) }]
    await imageStore(gateway.pool).putImage(place, { hash, width: 4, height: 3, copies })
    return hash
  }

  /** What a stranger's browser gets. */
  const visit = (path: string, headers: Record<string, string> = {}) =>
    gateway.ask({ method: 'GET', path, headers })

  /** Sends the form of a page with a password. */
  const typePassword = (path: string, password: string, headers: Record<string, string> = {}) =>
    gateway.ask({
      method: 'POST',
      path,
      body: new URLSearchParams({ password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  /** Waits until the page of a share shows this. */
  const untilShown = (path: string, text: string) =>
    expect.poll(async () => (await visit(path)).text, { timeout: 10_000 }).toContain(text)

  return { aPublisher, read, addPicture, visit, typePassword, untilShown }
}
