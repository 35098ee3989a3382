import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportAccepted, ImportLedger } from '@lectern/contracts/api/imports.ts'
import type { Link, LinkContent } from '@lectern/contracts/api/links.ts'
import type { Random } from '../random.ts'
import type { ApiRequest } from '../world/api-client.ts'
import { FIRST_PAGE } from '../world/first-page.ts'
import { formWith, pocketCsv } from '../world/import-files.ts'
import type { User } from '../world/users.ts'
import type { Tally } from './tally.ts'
import { type Act, PLACES_A_READ, ROWS_AN_IMPORT } from './typical-day.ts'

type Parts = {
  readonly user: User
  readonly site: string
  /** Ids of the links that the person had before. */
  readonly links: number
  readonly tally: Tally
  readonly random: Random
}

const LOOK_AGAIN_MS = 2_000
/** Looks at an import before the person gives up. */
const LOOKS_MAX = 60
const SELECTION = 160
/** Many files may be looked through before. */
const IMPORT_MS = 60_000

/** A person who does one act after another, as the client does it. */
export const createPerson = ({ user, site, links, tally, random }: Parts) => {
  const own: number[] = []
  let opened: { id: number; content: LinkContent } | undefined
  const tag = randomUUID().slice(0, 8)
  let n = 0

  const ask = async <Body>(kind: string, request: ApiRequest): Promise<Body | undefined> => {
    const began = performance.now()
    const isRead = request.method === 'GET'
    const headers = { ...request.headers, ...(!isRead && { 'idempotency-key': randomUUID() }) }
    try {
      const { status, body } = await user.api.ask({ ...request, headers })
      tally.answered(kind, performance.now() - began)
      if (status < 300) return body as Body
      tally.failed(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`)
    } catch (error) {
      tally.failed(String(error))
    }
    return undefined
  }
  const get = <Body>(kind: string, path: string) => ask<Body>(kind, { method: 'GET', path })
  const anyLink = () => 1 + Math.floor(random() * links)
  const list = () => get('list', FIRST_PAGE)

  const save = async () => {
    const url = `${site}/saved/${tag}/${n++}`
    const body = { url, title: `An article about ${url}`, tags: ['day'] }
    const link = await ask<Link>('save', { method: 'POST', path: '/api/links', body })
    if (link) own.push(link.id)
  }

  const open = async (id: number) => {
    const [content] = await Promise.all([
      get<LinkContent>('read', `/api/links/${id}/content`),
      get('read', `/api/links/${id}/notes`),
    ])
    return content?.contentHash ? { id, content } : undefined
  }

  /** Reads what was saved before the last save, or something older while that page is still being read. */
  const read = async () => {
    const [last] = own.slice(-2)
    opened = (last !== undefined && (await open(last))) || (await open(anyLink()))
    if (!opened) return tally.failed('An article that was read has no text')
    const { contentHash } = opened.content
    const path = `/api/links/${opened.id}/position`
    for (let place = 1; place <= PLACES_A_READ; place += 1)
      await ask('place', { method: 'PUT', path, body: { offset: place * 500, contentHash } })
  }

  const takeNote = async (type: 'highlight' | 'note') => {
    if (!opened) await read()
    if (!opened) return
    const { id, content } = opened
    const text = (content.content ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    const start = Math.floor(random() * 3_000)
    const selectedText = text.slice(start, start + SELECTION)
    const place = {
      ...{ selectedText, position: { start, end: start + SELECTION } },
      anchor: {
        prefix: text.slice(Math.max(0, start - 32), start),
        suffix: text.slice(start + SELECTION, start + SELECTION + 32),
        contentHash: content.contentHash,
      },
    }
    const body = { type, clientId: randomUUID(), content: selectedText, ...(type === 'highlight' && place) }
    await ask(type, { method: 'POST', path: `/api/links/${id}/notes`, body })
  }

  const importFile = async () => {
    const csv = pocketCsv(ROWS_AN_IMPORT, row => `${site}/imported/${tag}/${row}`)
    const started = await ask<ImportAccepted>('import', {
      ...{ method: 'POST', path: '/api/import/pocket', body: await formWith('part_000000.csv', csv) },
      headers: { prefer: 'respond-async' },
      timeout: IMPORT_MS,
    })
    for (let looks = 0; started && looks < LOOKS_MAX; looks += 1) {
      await wait(LOOK_AGAIN_MS)
      const ledger = await get<ImportLedger>('import', `/api/imports/${started.importId}`)
      if (ledger?.import.status === 'completed') return
    }
    tally.failed('An import did not complete')
  }

  const doing: Record<Act, () => Promise<unknown>> = {
    open: () =>
      Promise.all([
        get('open', '/api/user'),
        get('open', '/api/counts'),
        get('open', '/api/collections'),
        get('open', '/api/tags'),
        list(),
      ]),
    list,
    search: () => get('search', `${FIRST_PAGE}&q=${encodeURIComponent(`seed-${anyLink()}`)}`),
    save,
    read,
    highlight: () => takeNote('highlight'),
    note: () => takeNote('note'),
    archive: () =>
      ask('archive', {
        method: 'PATCH',
        path: `/api/links/${anyLink()}/archive`,
        body: { isArchived: true },
      }),
    favorite: () =>
      ask('favorite', {
        ...{ method: 'PATCH', path: `/api/links/${anyLink()}/favorite`, body: { isFavorite: true } },
      }),
    import: importFile,
  }
  return { act: (act: Act) => doing[act]() }
}

/** Does these acts at even intervals until the time is over, each when it is due. */
export const liveThrough = async (
  person: { act: (act: Act) => Promise<unknown> },
  acts: readonly Act[],
  { ms, offset, signal }: { readonly ms: number; readonly offset: number; readonly signal: AbortSignal },
): Promise<void> => {
  const began = performance.now()
  const interval = ms / acts.length
  for (const [n, act] of acts.entries()) {
    const early = began + (n + offset) * interval - performance.now()
    if (early > 0) await wait(early, undefined, { signal })
    signal.throwIfAborted()
    await person.act(act)
  }
}
