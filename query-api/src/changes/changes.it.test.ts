import { randomBytes, randomUUID } from 'node:crypto'
import { Change } from '@lectern/contracts/api/changes.ts'
import type { Caller } from '@lectern/platform/http/caller.ts'
import {
  createSession,
  findSession,
  revokeSession,
  revokeSessionOf,
  tellOfAccount,
} from '@lectern/platform/http/sessions.ts'
import { asking } from '@lectern/platform/test-support/callers.ts'
import { aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { aCaller, startQueryApi } from '../test-support/query-api.ts'

const parts = duringTests(startReadParts)
const api = duringTests(() => startQueryApi(parts))

/** Inserts an account and a session as command-api does, but tells no tabs. */
const signedIn = async (): Promise<Caller> => {
  const { userId, libraryId } = aCaller()
  const name = randomUUID()
  await api.pool.query(
    `INSERT INTO identity.users (id, library_id, email, email_key, username, username_key, password_hash)
     VALUES ($1, $2, $3, $3, $3, $3, '')`,
    [userId, libraryId, name],
  )
  const sessionId = randomUUID()
  await api.pool.query(
    `INSERT INTO identity.sessions (id, token_hash, user_id, library_id, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, now(), now(), now() + interval '1 day')`,
    [sessionId, randomBytes(32), userId, libraryId],
  )
  return { userId, libraryId, sessionId }
}

/** Opens GET /api/changes as a browser does, and gives the changes one by one. */
const watch = async (caller: Caller) => {
  const stop = new AbortController()
  const answer = await fetch(`${api.address}/api/changes`, {
    headers: asking({ caller }),
    signal: stop.signal,
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** The next change; undefined when the server ends the stream. */
  const next = async (): Promise<Change | undefined> => {
    for (;;) {
      const found = /event: change\ndata: (.*)\n\n/.exec(text)
      if (found?.[1]) {
        text = text.slice(found.index + found[0].length)
        return Change.parse(JSON.parse(found[1]))
      }
      const chunk = await reader?.read()
      if (chunk?.value === undefined) return undefined
      text += chunk.value
    }
  }
  /** Collects every change until searches have caught up, however the changes are grouped. */
  const untilSearched = async (): Promise<Change> => {
    const what = new Set<Change['what'][number]>()
    const linkIds = new Set<number>()
    while (!what.has('search') || what.size < 2) {
      const change = await next()
      for (const each of change?.what ?? []) what.add(each)
      for (const id of change?.linkIds ?? []) linkIds.add(id)
    }
    return { what: [...what].toSorted(), linkIds: [...linkIds] }
  }
  /** Changes until there was one of lists and one of the history. */
  const untilHistory = async () => {
    const what = new Set<string>()
    let hasHistory = false
    while (!hasHistory || what.size === 0) {
      const change = await next()
      for (const each of change?.what ?? []) what.add(each)
      hasHistory ||= change?.history === true
    }
    return [...what]
  }
  return { answer, next, untilSearched, untilHistory, stop: () => stop.abort() }
}

it('a tab that opens is told of the changes just before it listened', async () => {
  const [one, two] = [await signedIn(), await signedIn()]
  const { stream, saved } = aLibrary(one)
  const first = await watch(one)
  await api.record(stream, [saved(1, { url: 'https://example.com/before' })])
  await first.untilSearched()
  const [late, stranger] = [await watch(one), await watch(two)]
  expect(await late.untilSearched()).toMatchObject({ linkIds: [1] })
  const nothing = Symbol('nothing')
  const wait = new Promise(resolve => setTimeout(resolve, 500, nothing))
  expect(await Promise.race([stranger.next(), wait])).toBe(nothing)
  for (const tab of [first, late, stranger]) tab.stop()
})

it('the tabs of a library are told of its changes, and nobody else is', async () => {
  const [one, two] = [await signedIn(), await signedIn()]
  const [tab, stranger] = [await watch(one), await watch(two)]
  expect(tab.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(tab.answer.headers.get('content-encoding')).toBeNull()
  const { stream, saved } = aLibrary(one)
  const url = 'https://example.com/told'
  await api.record(stream, [saved(1, { url, titleFrom: 'page' })])
  expect(await tab.untilSearched()).toEqual({ what: ['links', 'search'], linkIds: [1] })
  await api.record(anArticle(url).stream, [anArticle(url).extracted('e'.repeat(64))])
  expect(await tab.untilSearched()).toEqual({ what: ['extraction', 'search'], linkIds: [1] })

  const theirs = aLibrary(two)
  await api.record(theirs.stream, [theirs.opened()])
  expect(await stranger.untilHistory()).toEqual(['account'])
  tab.stop()
  stranger.stop()
})

it('a tab is told that anything may have changed after a gap in the notifications', async () => {
  const tab = await watch(await signedIn())
  await api.pool.query(
    `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
     WHERE application_name = 'query-api-progress' AND datname = current_database()`,
  )
  expect(await tab.next()).toEqual({
    what: ['links', 'collections', 'extraction', 'account', 'search', 'imports', 'notes'],
    exports: true,
    history: true,
    sharing: true,
  })
  tab.stop()
})

it('the stream of changes ends with the session, and serves at most 12 tabs of one session', async () => {
  const caller = await signedIn()
  const tabs = []
  for (let n = 0; n < 12; n += 1) tabs.push(await watch(caller))
  expect((await watch(caller)).answer.status).toBe(429)
  await revokeSession(api.pool, caller.sessionId)
  for (const tab of tabs) expect(await tab.next()).toBeUndefined()
})

it('all tabs of a user are told that the account or its sessions changed, and nobody else is', async () => {
  const caller = await signedIn()
  const stranger = await watch(await signedIn())
  const tab = await watch(caller)
  await tellOfAccount(api.pool, caller.userId)
  expect(await tab.next()).toEqual({ what: ['account'] })
  const { userId, libraryId } = caller
  const place = { device: null, network: '127.0.0.0/24' }
  const token = await createSession(api.pool, {
    userId,
    libraryId,
    passwordHash: '',
    place,
    signedInBy: 'password',
  })
  expect(await tab.next()).toEqual({ what: ['account'] })
  const other = await findSession(api.pool, token ?? '')
  const revoked = await watch(other as Caller)
  await revokeSessionOf(api.pool, userId, other?.sessionId ?? '')
  expect(await tab.next()).toEqual({ what: ['account'] })
  expect(await revoked.next()).toBeUndefined()
  stranger.stop()
  tab.stop()
})

it('a caller is shown their account and allowance', async () => {
  const caller = await signedIn()
  const { stream, opened, granted } = aLibrary(caller)
  expect((await api.get('/api/user', { as: caller })).body).toMatchObject({
    id: caller.userId,
    isPro: false,
    plan: 'free',
    itemsAllowed: 500,
    epoch: 'epoch',
  })
  const after = await api.record(stream, [opened(), granted('pro')])
  const { headers, body } = await api.get('/api/user', { as: caller, after })
  expect(body).toMatchObject({ isPro: true, plan: 'pro', itemsAllowed: 10_000, firstName: null })
  expect(headers['cache-control']).toBe('no-store')
})

it('an article is given for offline reading as soon as it is extracted', async () => {
  const caller = aCaller()
  const url = `https://example.com/${randomBytes(4).toString('hex')}`
  const { stream, opened, saved } = aLibrary(caller)
  const { stream: article, extracted, failed } = anArticle(url)
  const after = await api.record(stream, [opened(), saved(1, { url })])
  const content = () => api.get('/api/links/1/content', { as: caller, after })
  expect((await content()).body).toMatchObject({ status: 'pending', title: 'Link 1', content: null })

  const asked = api.post(
    '/api/cache-article',
    { articleId: '1', url: 'https://elsewhere.example/' },
    { as: caller },
  )
  await api.pool.query(
    `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ($1, $2, $3, 2, '')`,
    ['a'.repeat(64), '<p>Two words</p>', 'Two words'],
  )
  const read = await api.record(article, [extracted('a'.repeat(64))])
  expect(await asked).toMatchObject({ status: 200, body: { title: 'Link 1', content: '<p>Two words</p>' } })
  expect((await api.get('/api/links/1/content', { as: caller, after: read })).body).toMatchObject({
    status: 'ready',
    reason: null,
    title: 'Link 1',
    author: 'An author',
    publishedDate: '2026-01-02',
    content: '<p>Two words</p>',
    wordCount: 800,
    language: 'en',
  })

  const later = await api.record(article, [failed()])
  expect(await api.post('/api/cache-article', { articleId: 1 }, { as: caller, after: later })).toMatchObject({
    status: 422,
    body: { message: 'The site has no page at this address.' },
  })
})

describe('a member of a shared collection', () => {
  /** An owner with collections 1, which is shared, and 2, and an open tab of the member, who is in the first. */
  const shared = async () => {
    const [owner, member] = [await signedIn(), await signedIn()]
    const library = aLibrary(owner)
    const memberId = randomUUID()
    await api.pool.query('INSERT INTO sharing.people VALUES ($1, $2, $3, $4)', [
      ...[memberId, owner.libraryId, member.userId, member.libraryId],
    ])
    const joins = () =>
      api.pool.query('INSERT INTO sharing.memberships (member_id, collection_id) VALUES ($1, 1)', [memberId])
    const leaves = () => api.pool.query('DELETE FROM sharing.memberships WHERE member_id = $1', [memberId])
    const at = new Date().toISOString()
    const joined = {
      type: 'MemberJoined',
      data: { collectionId: 1, invitationId: randomUUID(), memberId, role: 'editor', at },
    } as const
    const { stream, opened, collectionCreated } = library
    await api.record(stream, [opened(), collectionCreated(1), collectionCreated(2), joined])
    return { owner, member, memberId, library, joins, leaves }
  }

  /** Everything that a tab is told until it is told of an own link. */
  const toldUntil = async (tab: Awaited<ReturnType<typeof watch>>, member: Caller, linkId: number) => {
    const { stream, saved } = aLibrary(member)
    await api.record(stream, [saved(linkId)])
    const told: Change[] = []
    for (;;) {
      const change = await tab.next()
      if (change) told.push(change)
      const isSearched = told.some(({ what }) => what.includes('search'))
      if (!change || (isSearched && told.some(isOfOwn(linkId)))) return told
    }
  }
  const isOfOwn =
    (linkId: number) =>
    ({ what, linkIds }: Change) =>
      what.includes('links') && linkIds?.includes(linkId) !== false
  const sharedIn = (told: readonly Change[]) => told.flatMap(change => change.shared ?? [])

  it('hears of what happens in it, and of nothing else in the library', async () => {
    const { owner, member, library, joins } = await shared()
    await joins()
    const tab = await watch(member)
    await toldUntil(tab, member, 1)
    const { stream, saved, collected, favorited, bulkDeleted } = library
    await api.record(stream, [saved(1), collected(1, 2), saved(2), favorited(2)])
    expect(sharedIn(await toldUntil(tab, member, 2))).toEqual([])
    const isIn = [{ library: owner.libraryId, collections: [1] }]
    for (const [n, events] of [
      [saved(3), collected(3, 1)],
      [collected(3, null)],
      [collected(3, 1)],
      [bulkDeleted([3])],
    ].entries()) {
      await api.record(stream, events)
      const told = await toldUntil(tab, member, 3 + n)
      const once = [...new Set(sharedIn(told).map(each => JSON.stringify(each)))]
      expect([n, once]).toEqual([n, isIn.map(each => JSON.stringify(each))])
      expect(told.flatMap(({ linkIds = [] }) => linkIds)).not.toContain(1)
    }
    tab.stop()
  })

  it('hears when searches find what changed in it, and of nothing else', async () => {
    const { owner, member, library, joins, leaves } = await shared()
    await joins()
    const { stream, saved, collected, edited } = library
    const url = `https://example.com/${randomUUID()}`
    const record = async (of: string, events: Parameters<typeof api.record>[1]) => {
      const after = await api.record(of, events)
      await api.get('/api/links?q=garden', { as: owner, after })
    }
    await record(stream, [saved(1, { url }), collected(1, 1)])
    // Its own library changes never.
    const tab = await watch(member)
    const toldOf = async (isLast: (change: Change) => unknown) => {
      for (const told: Change[] = []; ; ) {
        const change = await tab.next()
        if (change) told.push(change)
        if (!change || isLast(change)) return told
      }
    }
    const isSearch = ({ what }: Change) => what.includes('search')
    await record(stream, [edited([1], { addTags: ['garden'] })])
    expect((await toldOf(isSearch)).at(-1)).toMatchObject({ linkIds: [] })
    const article = anArticle(url)
    await record(article.stream, [article.extracted()])
    expect((await toldOf(isSearch)).at(-1)).toMatchObject({ linkIds: [] })
    await record(stream, [saved(2), collected(2, 2)])
    await leaves()
    expect((await toldOf(({ sharing }) => sharing)).some(isSearch)).toBe(false)
    tab.stop()
  })

  it('hears at once that it is shared, and that it is no more', async () => {
    const { owner, member, library, joins, leaves } = await shared()
    const [tab, ofOwner] = [await watch(member), await watch(owner)]
    await toldUntil(tab, member, 1)
    await joins()
    await expect.poll(async () => (await tab.next())?.sharing).toBe(true)
    const { stream, saved, collected } = library
    await api.record(stream, [saved(1), collected(1, 1)])
    await expect.poll(async () => sharedIn([(await tab.next()) as Change]).length).toBe(1)
    await leaves()
    await expect.poll(async () => (await tab.next())?.sharing).toBe(true)
    await api.record(stream, [saved(2), collected(2, 1)])
    expect(sharedIn(await toldUntil(tab, member, 2))).toEqual([])
    // The account of the owner is deleted, and all that it knew of people.
    await joins()
    await expect.poll(async () => (await tab.next())?.sharing).toBe(true)
    await api.pool.query('DELETE FROM sharing.people WHERE library_id = $1', [owner.libraryId])
    await expect.poll(async () => (await tab.next())?.sharing).toBe(true)
    for (const each of [tab, ofOwner]) each.stop()
  })

  it('tells the owner and the others of shared notes, and the own tabs of flags', async () => {
    const { owner, member, memberId, library, joins } = await shared()
    await joins()
    const [tab, ofOwner] = [await watch(member), await watch(owner)]
    await toldUntil(tab, member, 1)
    await api.record(library.stream, [library.saved(1), library.collected(1, 1)])
    await ofOwner.untilSearched()
    const notebook = aNotebook(member.libraryId)
    const of = { memberId, revision: 5 }
    // The owner hears nothing of private ones.
    await api.record(notebook.stream, [notebook.taken(1, 1, { of }), notebook.deleted(1)])
    await toldUntil(tab, member, 4)
    const told: Change[] = []
    await api.record(library.stream, [library.saved(2)])
    while (!told.some(({ linkIds = [] }) => linkIds.includes(2))) told.push((await ofOwner.next()) as Change)
    expect(told.flatMap(({ what }) => what)).not.toContain('notes')
    await api.record(notebook.stream, [notebook.taken(2, 1, { of, isShared: true })])
    await expect.poll(async () => (await ofOwner.next())?.what).toContain('notes')
    const flagged = {
      type: 'SharedLinksFlagged',
      data: { memberId, links: [1] as number[], isFavorite: true, revision: 5, at: new Date().toISOString() },
    } as const
    await toldUntil(tab, member, 2)
    await api.record(aLibrary(member).stream, [flagged])
    expect(sharedIn(await toldUntil(tab, member, 3))).toContainEqual({
      ...{ library: owner.libraryId, collections: [1] },
    })
    for (const each of [tab, ofOwner]) each.stop()
  })
})
