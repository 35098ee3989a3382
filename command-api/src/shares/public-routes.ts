import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SHARED_LINKS_A_PAGE, sharePath } from '@lectern/contracts/shares.ts'
import { rateLimitNetwork } from '@lectern/platform/http/client-address.ts'
import { refuse } from '@lectern/platform/http/fastify-errors.ts'
import { rateLimit } from '@lectern/platform/http/rate-limit.ts'
import type { Limits } from '@lectern/platform/http/shared-limits.ts'
import { takeForms } from '@lectern/platform/http/take-forms.ts'
import type { Log } from '@lectern/platform/process/log.ts'
import type { FastifyInstance } from 'fastify'
import { type Asked, addressIn, findAt, hasFeed, nothing, sendPage } from './addresses.ts'
import { atomFeed, jsonFeed } from './feeds.ts'
import { originOf } from './origin.ts'
import { articlePage } from './pages/article.ts'
import { collectionPage } from './pages/collection.ts'
import { passwordPage, refusalPage, STYLE_PATH } from './pages/layout.ts'
import { passwordRoute } from './password-route.ts'
import type { Pictures } from './pictures.ts'
import type { Part, ReadShared, Shared } from './shared.ts'
import type { FoundShare, Shares } from './shares.ts'
import type { Signed, Signer } from './token.ts'

export type PublicPageParts = {
  readonly shares: Shares
  readonly readShared: ReadShared
  readonly pictures: Pictures
  readonly signer: Signer
  readonly publicUrl: URL | undefined
  readonly rateLimits: boolean
  readonly limits: Limits
  readonly log: Log
}

const STYLE = readFileSync(new URL('pages/page.css', import.meta.url))
const NEWEST: Part = { from: 0, count: SHARED_LINKS_A_PAGE }

/** These routes show strangers what is public. They read no cookie, so they are the same for everybody. */
export const publicPages = (app: FastifyInstance, parts: PublicPageParts): void => {
  const { shares, readShared, pictures, signer, publicUrl, rateLimits, limits, log } = parts
  takeForms(app)
  app.setErrorHandler((error, request, reply) =>
    sendPage(reply, refusalPage(refuse(error, request, reply).message)),
  )
  const aMinute = (limit: number) => ({
    onRequest: rateLimit({ limit, windowMs: 60_000, by: ({ ip }) => rateLimitNetwork(ip) }, rateLimits),
  })
  const find = findAt(shares)

  const read = async (share: FoundShare, { from, count }: Part): Promise<Shared | undefined> => {
    const now = await readShared(share, share.frozen === null ? { from, count } : { from: 0, count: 0 })
    // What is shown as it was has to be there still, and in the plan.
    if (now === undefined || share.frozen === null) return now
    const shared = JSON.parse(share.frozen) as Shared
    return shared.kind === 'collection'
      ? { ...shared, links: shared.links.slice(from, from + count) }
      : shared
  }

  const isOpen = ({ id, passwordHash }: FoundShare, signed: Partial<Signed>): boolean =>
    passwordHash === null || signer.isSigned(id, signed)

  app.get(STYLE_PATH, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(STYLE),
  )

  app.get<Asked>('/s/:token', aMinute(120), async (request, reply) => {
    const share = await find(request, reply)
    if (share === undefined) return reply
    const { token } = request.params
    if (!isOpen(share, request.query)) return sendPage(reply, passwordPage())
    const signed = share.passwordHash === null ? undefined : request.query
    const page = pageIn(request.query.page)
    const from = (page - 1) * SHARED_LINKS_A_PAGE
    // One more says whether there is another page.
    const shared = await read(share, { from, count: SHARED_LINKS_A_PAGE + 1 })
    if (shared === undefined) return nothing(reply, 410)
    if (request.method !== 'HEAD')
      await shares.countView(share.id).catch(err => log.warn({ err }, 'a view was not counted'))
    if (shared.kind !== 'collection') {
      const addressOf = (image: string) =>
        addressIn(token, `/images/${image}`, { signed, picture: signer.signPicture(share.id, image) })
      const text = shared.text && (await pictures.put(shared.text, addressOf))
      return sendPage(reply, articlePage(shared, text ?? undefined))
    }
    const links = shared.links.slice(0, SHARED_LINKS_A_PAGE)
    const isOlder = shared.links.length > links.length
    const feedAt = (name: string) => (hasFeed(share) ? addressIn(token, `/${name}`) : undefined)
    const around = {
      newer: page > 1 ? addressIn(token, '', { signed, page: page - 1 }) : undefined,
      older: isOlder ? addressIn(token, '', { signed, page: page + 1 }) : undefined,
      atom: feedAt('feed.atom'),
      json: feedAt('feed.json'),
    }
    return sendPage(reply, collectionPage({ ...shared, links }, around))
  })

  passwordRoute(app, { shares, signer, limits }, aMinute(60))

  type Picture = Asked & { Params: { image: string } }
  app.get<Picture>('/s/:token/images/:image', aMinute(1_200), async (request, reply) => {
    const share = await find(request, reply)
    if (share === undefined) return reply
    const { image } = request.params
    const isShown = signer.isPicture(share.id, image, request.query.picture)
    const content = isShown && isOpen(share, request.query) && (await pictures.read(share, image))
    if (!content) return nothing(reply, 404)
    return reply.header('cache-control', 'private, max-age=3600').type('image/webp').send(content)
  })

  for (const [name, type, feedOf] of FEEDS)
    app.get<Asked>(`/s/:token/${name}`, aMinute(60), async (request, reply) => {
      const share = await find(request, reply)
      if (share === undefined) return reply
      const { libraryId, collectionId } = share
      if (!hasFeed(share) || collectionId === null) return nothing(reply, 404)
      const collection = await read(share, NEWEST)
      if (collection?.kind !== 'collection') return nothing(reply, 410)
      const page = `${originOf(request, publicUrl)}${sharePath(request.params.token)}`
      const feed = feedOf({ libraryId, collectionId, collection, page, self: `${page}/${name}` })
      const etag = `"${createHash('sha256').update(feed).digest('base64url')}"`
      // It is asked for each time, so that it ends when the public link does.
      reply.header('etag', etag).header('cache-control', 'no-cache')
      const isKnown = String(request.headers['if-none-match'] ?? '').includes(etag)
      return isKnown ? reply.code(304).send() : reply.type(type).send(feed)
    })
}

const FEEDS = [
  ['feed.atom', 'application/atom+xml; charset=utf-8', atomFeed],
  ['feed.json', 'application/feed+json; charset=utf-8', jsonFeed],
] as const

const pageIn = (given: unknown): number =>
  typeof given === 'string' && /^[1-9]\d{0,2}$/.test(given) ? Number(given) : 1
