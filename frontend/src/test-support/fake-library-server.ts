import type { User } from '@lectern/contracts/api/account.ts'
import type { ChangeAct } from '@lectern/contracts/api/changes.ts'
import type { Counts } from '@lectern/contracts/api/counts.ts'
import type { Link } from '@lectern/contracts/api/links.ts'
import { createFakeNotes } from './fake-notes.ts'
import { createFakeUndo } from './fake-undo.ts'
import { aLink } from './server.ts'

/** How the server treats the next write: it answers, refuses, or the connection breaks before or after its effect. */
export type Fault = 'refuse' | 'full' | 'signed out' | 'unavailable' | 'lost-before' | 'lost-after' | 'hang'
type Written = { status: number; body: unknown }

const countsOf = (links: readonly Link[]): Counts => {
  const active = links.filter(({ isArchived }) => !isArchived)
  return {
    ...{ used: links.length, allowed: null, active: active.length, archived: links.length - active.length },
    favorites: active.filter(({ isFavorite }) => isFavorite).length,
    uncollected: active.filter(({ collectionId }) => collectionId === null).length,
    ...{ collections: [], tagCount: 0, tags: [] },
  }
}

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString()

/**
 * A library behind fetch and EventSource, for tests of many steps. It keeps idempotency keys as the real server does, and
 * reads may trail the writes, which Lectern-Behind then says.
 */
export const createFakeServer = (firstUser: User, count: number, latencies: readonly number[]) => {
  let links = new Map(
    Array.from({ length: count }, (_, n) => [
      n + 1,
      aLink({ id: n + 1, title: `Link ${n + 1}`, createdAt: day(n) }),
    ]),
  )
  let user = firstUser
  let nextId = count + 1
  /** The links that reads show while they are behind; null while they are not. */
  let behind: Map<number, Link> | null = null
  const faults: Fault[] = []
  let readsToFail = 0
  let requests = 0
  const answers = new Map<string, Written>()
  const effects = new Map<string, number>()
  const sources = new Set<EventTarget & { readyState: number }>()
  let arePushesLost = false
  let isOffline = false
  const undoing = createFakeUndo()
  const notes = createFakeNotes(id => links.has(id))
  /** The links that clients gave an id, also those that are deleted. */
  const linksOfClients = new Map<string, number>()

  /** The real server tells of a change once reads show it. */
  const push = (what: string[], linkIds?: number[], acts?: readonly ChangeAct[]) => {
    if (arePushesLost || behind) return
    const data = JSON.stringify({ what, ...(linkIds && { linkIds }), ...(acts && { acts }) })
    for (const source of sources) source.dispatchEvent(new MessageEvent('change', { data }))
  }
  /** @returns whether that changed anything; undefined where the link is gone */
  const edit = (key: string, id: number, changed: Partial<Link> | null): boolean | undefined => {
    const link = links.get(id)
    if (!link) return undefined
    links = new Map(links)
    if (changed) links.set(id, { ...link, ...changed })
    else links.delete(id)
    if (!changed) notes.forgetLink(id)
    undoing.note(key, link, changed ?? {})
    return !changed || Object.entries(changed).some(([field, now]) => link[field as keyof Link] !== now)
  }
  const change = (key: string, id: number, changed: Partial<Link> | null): Written => {
    const isChanged = edit(key, id, changed)
    if (isChanged === undefined) return { status: 404, body: { message: 'This article was not found.' } }
    if (isChanged) push(['links'], [id], [{ key, ...(changed && { set: { linkId: id, ...changed } }) }])
    return { status: 200, body: { id } }
  }
  const write = (key: string, method: string, path: string, body: Record<string, unknown>): Written => {
    if (path === '/api/undo') {
      const undone = undoing.undo(key, String(body.commandId), links)
      if (!undone) return { status: 404, body: { message: 'This can no longer be undone.' } }
      links = new Map(links)
      for (const { id, fields } of undone.restored) links.set(id, { ...(links.get(id) as Link), ...fields })
      push(['links'], [...undone.restored.map(({ id }) => id), ...undone.left])
      const left = undone.left.map(id => ({ id, title: links.get(id)?.title ?? '' }))
      return { status: 200, body: { restoredCount: undone.restored.length, leftCount: left.length, left } }
    }
    const [, , , id = '', part] = path.split('/')
    if (path.startsWith('/api/notes/'))
      return method === 'DELETE' ? notes.remove(Number(id)) : notes.revise(Number(id), body)
    if (part === 'notes') return notes.take(Number(id), body as { clientId: string })
    if (path === '/api/links') {
      const known = linksOfClients.get(String(body.clientId))
      if (known !== undefined)
        return links.has(known)
          ? { status: 201, body: links.get(known) }
          : { status: 404, body: { message: 'This article was saved, and deleted since.' } }
      linksOfClients.set(String(body.clientId), nextId)
      const link = aLink({
        id: nextId++,
        url: String(body.url),
        title: String(body.title),
        createdAt: new Date().toISOString(),
      })
      links = new Map(links).set(link.id, link)
      push(['links'], [link.id], [{ key }])
      return { status: 201, body: link }
    }
    if (id === 'bulk') {
      const ids = (body.linkIds as number[]).filter(each => links.has(each))
      for (const each of ids) edit(key, each, method === 'DELETE' ? null : (body.updates as Partial<Link>))
      push(['links'], ids, [{ key }])
      return {
        status: 200,
        body: method === 'DELETE' ? { deletedCount: ids.length } : { updatedCount: ids.length },
      }
    }
    if (method === 'DELETE') return change(key, Number(id), null)
    if (part === 'collection')
      return change(key, Number(id), { collectionId: body.collectionId as number | null })
    return change(key, Number(id), body as Partial<Link>)
  }

  const answerWrite = (url: URL, init: RequestInit): Promise<Written> => {
    const key = new Headers(init.headers).get('idempotency-key') ?? ''
    const fault = faults.shift()
    if (fault === 'hang')
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    if (fault === 'lost-before') return Promise.reject(new TypeError('Failed to fetch'))
    if (fault === 'signed out') return Promise.resolve({ status: 401, body: { message: 'Please sign in.' } })
    if (fault === 'unavailable')
      return Promise.resolve({ status: 503, body: { message: 'Briefly unavailable.' } })
    // The server remembers what it did, and not what it refused.
    if (fault === 'refuse' && !answers.has(key))
      return Promise.resolve({ status: 404, body: { message: 'Refused.' } })
    if (fault === 'full' && !answers.has(key))
      return Promise.resolve({ status: 402, body: { message: 'Full.' } })
    // A page comes as a Blob.
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const answer = answers.get(key) ?? write(key, init.method ?? '', url.pathname, body)
    if (!answers.has(key) && answer.status < 300) {
      effects.set(key, (effects.get(key) ?? 0) + 1)
      answers.set(key, answer)
    }
    if (fault === 'lost-after') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(answer)
  }

  const listed = (from: ReadonlyMap<number, Link>, search: URLSearchParams): Link[] => {
    const isArchived = search.get('archived') === 'true'
    const all = [...from.values()].filter(
      link => link.isArchived === isArchived && (search.get('favorite') !== 'true' || link.isFavorite),
    )
    return all.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id)
  }
  const answerRead = (url: URL): Written => {
    if (url.pathname === '/api/user') return { status: 200, body: user }
    const from = behind ?? links
    const id = Number(url.pathname.split('/')[3])
    if (id)
      return from.has(id) ? { status: 200, body: from.get(id) } : { status: 404, body: { message: 'Gone.' } }
    if (url.pathname === '/api/tags') return { status: 200, body: { tags: [] } }
    if (url.pathname === '/api/counts') return { status: 200, body: countsOf([...from.values()]) }
    const all = listed(from, url.searchParams)
    const page = all.slice(0, Number(url.searchParams.get('limit')))
    return { status: 200, body: { links: page, total: all.length, hasMore: false, nextCursor: null } }
  }

  /** Half of the time that the next request takes, before and after the server handles it. */
  const travel = (ms: number) => new Promise(resolve => setTimeout(resolve, ms / 2))
  const fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const ms = latencies[requests++ % latencies.length] ?? 0
    // A browser without a connection sends nothing, also where it is back a moment later.
    const wasOffline = isOffline
    await travel(ms)
    if (wasOffline || isOffline) throw new TypeError('Failed to fetch')
    const url = new URL(input, 'http://lectern.test')
    const isRead = (init.method ?? 'GET') === 'GET'
    if (isRead && readsToFail > 0) {
      readsToFail--
      return Response.json({ message: 'Briefly unavailable.' }, { status: 503 })
    }
    const headers = isRead && behind ? { 'lectern-behind': 'true' } : new Headers()
    const { status, body } = isRead ? answerRead(url) : await answerWrite(url, init)
    await travel(ms)
    init.signal?.throwIfAborted()
    return Response.json(body, { status, headers })
  }

  class FakeEventSource extends EventTarget {
    static readonly CLOSED = 2
    readyState = 1
    constructor() {
      super()
      sources.add(this)
      queueMicrotask(() => this.dispatchEvent(new Event('open')))
    }
    close(): void {
      sources.delete(this)
    }
  }

  return {
    fetch: fetch as typeof globalThis.fetch,
    EventSource: FakeEventSource,
    /** How often each idempotency key had an effect. */
    effects,
    notes: notes.all,
    /** Eight days pass: the server knows no earlier command. */
    forgetCommands: () => answers.clear(),
    fail: (fault: Fault) => void faults.push(fault),
    setUser: (now: User) => {
      user = now
    },
    failReads: (count: number) => {
      readsToFail += count
    },
    setOffline: (now: boolean) => {
      isOffline = now
    },
    /** Another device changes a link. */
    changeElsewhere: (id: number, changed: Partial<Link> | null) => void change('elsewhere', id, changed),
    /** A worker has read the page of a link. */
    readPage: (id: number) => push(['extraction', 'search'], [id]),
    setBehind: (isBehind: boolean) => {
      behind = isBehind ? links : null
      if (!isBehind) push(['links', 'search'])
    },
    losePushes: (isLost: boolean) => {
      arePushesLost = isLost
    },
    /** The connection for pushed changes was lost and is back. */
    reconnect: () => {
      for (const source of sources) source.dispatchEvent(new Event('open'))
    },
    link: (id: number) => links.get(id),
    counts: () => countsOf([...links.values()]),
    list: (search: string) => listed(links, new URLSearchParams(search)),
  }
}
