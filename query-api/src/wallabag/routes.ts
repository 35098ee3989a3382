import { Readable } from 'node:stream'
import { Rejected } from '@lectern/contracts/api/errors.ts'
import { READING_SPEED } from '@lectern/contracts/limits.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { WALLABAG_VERSION, wallabagNumber, wallabagTag } from '@lectern/contracts/wallabag/entry.ts'
import { EntriesQuery, EntryQuery, ExistsQuery } from '@lectern/contracts/wallabag/requests.ts'
import { requireCaller } from '@lectern/platform/http/caller.ts'
import { readInput } from '@lectern/platform/http/input.ts'
import { callerRateLimit } from '@lectern/platform/http/rate-limit.ts'
import { requireDevice } from '@lectern/platform/http/token-scope.ts'
import { limitConcurrencyBy } from '@lectern/platform/process/limit-concurrency.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseLinkId } from '../links/one.ts'
import type { QueryTools } from '../tools.ts'
import { annotationsOf, linksWithNotes } from './annotations.ts'
import { countEntries, type EntryRow, readEntries, readEntry, readText } from './entries.ts'
import { tagsOfDevice } from './tags.ts'
import { type EntryOwner, toEntry } from './to-entry.ts'

type ByEntry = { Params: { entry: string } }

/** Lists of one library that Postgres answers at once. */
const OF_LIBRARY = 2
/** Addresses that one question names. */
const ASKED_MAX = 500

/** What KOReader and the apps of wallabag read. */
export const wallabagRoutes = (app: FastifyInstance, { read, gate, rateLimits }: QueryTools): void => {
  requireDevice(app)
  const listsOfLibrary = limitConcurrencyBy(OF_LIBRARY)
  const listing = { onRequest: callerRateLimit(300, rateLimits), preHandler: gate.list }
  const one = { preHandler: gate.libraryAndArticles }

  /** Whose entries they are, as apps show it. */
  const ownerOf = async (userId: string): Promise<EntryOwner> => {
    const user = await read()
      .selectFrom('identity.users')
      .select(['username', 'email'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user === undefined) throw new Rejected('signed-out')
    return { id: wallabagNumber(userId), name: user.username, email: user.email }
  }

  /** The texts of a page are read one by one while it is sent: a hundred of them may be large. */
  const itemsOf = async function* (
    rows: readonly EntryRow[],
    { libraryId, owner, isFull }: { libraryId: string; owner: EntryOwner; isFull: boolean },
  ) {
    const ids = rows.map(({ id }) => id)
    const noted = await linksWithNotes(read(), libraryId, ids)
    let separator = ''
    for (const row of rows) {
      const text = isFull ? await readText(read(), row) : undefined
      const annotations = noted.has(row.id) ? await annotationsOf(read(), libraryId, row.id) : []
      yield `${separator}${JSON.stringify(toEntry(row, { owner, annotations, text }))}`
      separator = ','
    }
  }

  const list = async (request: FastifyRequest, reply: FastifyReply) => {
    const { libraryId, userId } = requireCaller(request)
    const owner = await ownerOf(userId)
    const { detail, ...filters } = readInput(EntriesQuery, request.query)
    const { page, perPage: limit } = filters
    const [total, rows] = await listsOfLibrary.use(libraryId, () =>
      Promise.all([countEntries(read(), libraryId, filters), readEntries(read(), libraryId, filters)]),
    )
    const pages = Math.max(1, Math.ceil(total / limit))
    if (page > pages) throw new Rejected('not-found', {}, 'There is no such page.')
    const facts = { page, limit, pages, total, _links: linksOf(request, { page, pages, limit }) }
    const body = async function* () {
      yield `${JSON.stringify(facts).slice(0, -1)},"_embedded":{"items":[`
      yield* itemsOf(rows, { libraryId, owner, isFull: detail === 'full' })
      yield ']}}'
    }
    return reply.type('application/json; charset=utf-8').send(Readable.from(body()))
  }
  for (const path of ['/api/entries', '/api/entries.json']) app.get(path, listing, list)

  for (const path of ['/api/entries/exists', '/api/entries/exists.json'])
    app.get(path, listing, async request => {
      const { libraryId } = requireCaller(request)
      const asked = readInput(ExistsQuery, addressesIn(request.query))
      const urls = asked.url === undefined ? (asked.urls ?? []) : [asked.url]
      if (urls.length === 0) throw new Rejected('invalid-input', {}, 'Please name an address: url or urls[].')
      if (urls.length > ASKED_MAX) throw new Rejected('invalid-input', {}, 'Too many addresses at once.')
      const ids = await idsOf(libraryId, urls)
      const answerOf = (url: string) => {
        const id = ids.get(url) ?? null
        return asked.return_id === true ? id : id !== null
      }
      return asked.url === undefined
        ? Object.fromEntries(urls.map(url => [url, answerOf(url)]))
        : { exists: answerOf(asked.url) }
    })

  /** The oldest link of each address. */
  const idsOf = async (libraryId: string, urls: readonly string[]): Promise<Map<string, number>> => {
    const keys = new Map(urls.flatMap(url => (URL.canParse(url) ? [[url, urlKey(url)] as const] : [])))
    if (keys.size === 0) return new Map()
    const rows = await read()
      .selectFrom('links')
      .select(['id', 'url_key'])
      .where('library_id', '=', libraryId)
      .where('url_key', 'in', [...keys.values()])
      .orderBy('id', 'desc')
      .execute()
    const byKey = new Map(rows.map(({ id, url_key }) => [url_key, id]))
    return new Map(
      [...keys].flatMap(([url, key]) => {
        const id = byKey.get(key)
        return id === undefined ? [] : [[url, id] as const]
      }),
    )
  }

  /** @throws Rejected link-not-found */
  const find = async (request: FastifyRequest, entry: string): Promise<EntryRow> => {
    const id = parseLinkId(entry.replace(/\.json$/, ''))
    const row = await readEntry(read(), requireCaller(request).libraryId, id)
    if (row === undefined) throw new Rejected('link-not-found')
    return row
  }

  app.get<ByEntry>('/api/entries/:entry', one, async request => {
    const { detail } = readInput(EntryQuery, request.query)
    const { libraryId, userId } = requireCaller(request)
    const row = await find(request, request.params.entry)
    const [owner, annotations, text] = await Promise.all([
      ownerOf(userId),
      annotationsOf(read(), libraryId, row.id),
      detail === 'full' ? readText(read(), row) : undefined,
    ])
    return toEntry(row, { owner, annotations, text })
  })

  for (const path of ['/api/entries/:entry/tags', '/api/entries/:entry/tags.json'])
    app.get<ByEntry>(path, one, async request =>
      (await find(request, request.params.entry)).tags.map(wallabagTag),
    )

  app.get<{ Params: { id: string } }>('/api/annotations/:id', one, async request => {
    const { id } = await find(request, request.params.id)
    const rows = await annotationsOf(read(), requireCaller(request).libraryId, id)
    return { total: rows.length, rows }
  })

  app.get('/api/tags.json', listing, request => tagsOfDevice(read(), requireCaller(request).libraryId))

  for (const path of ['/api/config', '/api/config.json'])
    app.get(path, async request => ({
      ...{ id: wallabagNumber(requireCaller(request).userId), items_per_page: 30, language: 'en' },
      ...{ feed_limit: 50, reading_speed: READING_SPEED, action_mark_as_read: 1, list_mode: 0 },
    }))

  const toStrangers = { config: { isPublic: true } }
  for (const path of ['/api/version', '/api/version.json'])
    app.get(path, toStrangers, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(WALLABAG_VERSION)),
    )
  for (const path of ['/api/info', '/api/info.json'])
    app.get(path, toStrangers, async () => ({
      ...{ appname: 'wallabag', version: WALLABAG_VERSION, allowed_registration: false },
    }))
}

/** Lists come as urls[], as PHP writes them. */
const addressesIn = (query: unknown) => {
  const { 'urls[]': urls, ...others } = query as Record<string, unknown>
  return { ...others, ...(urls !== undefined && { urls: [urls].flat() }) }
}

type Place = { page: number; pages: number; limit: number }

const linksOf = ({ query }: FastifyRequest, { page, pages, limit }: Place) => {
  const given = Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String(value)])
  const at = (to: number) => {
    const query = new URLSearchParams({ ...Object.fromEntries(given), page: `${to}`, perPage: `${limit}` })
    return { href: `/api/entries?${query}` }
  }
  return {
    ...{ self: at(page), first: at(1), last: at(pages) },
    ...(page < pages && { next: at(page + 1) }),
    ...(page > 1 && { previous: at(page - 1) }),
  }
}
