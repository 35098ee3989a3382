import { createHash, randomUUID } from 'node:crypto'
import type { CreatedDevice, CreatedToken } from '@lectern/contracts/api/access.ts'
import { articleIdOf, sourceOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { LIBRARY_POLICIES } from '@lectern/contracts/library-policies.ts'
import { TOKEN_ROUTES, UNDOCUMENTED_ROUTES, WALLABAG } from '@lectern/contracts/token-routes.ts'
import { DEVICE_ROUTES } from '@lectern/contracts/wallabag/routes.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { contentStore } from '@lectern/workers/extract-article/content-store.ts'
import { imageStore } from '@lectern/workers/images/image-store.ts'
import { describe, expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { MAKES, type Named, PUBLIC, REQUESTS, type Request } from './test-support/requests.ts'

const IDS_OF_BEN = 10

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))

const signUp = async (name: string): Promise<string> => {
  const body = { email: `${name}@example.org`, username: name, password: `the password of ${name}` }
  const { status, cookies } = await gateway.ask({ method: 'POST', path: '/api/signup', body })
  expect(status).toBe(201)
  return cookies
}

const succeed = async (cookie: string, method: string, path: string, body?: unknown) => {
  const answer = await gateway.ask({ method, path, body }, cookie)
  expect([method, path, answer.status < 300, answer.text]).toEqual([method, path, true, answer.text])
  return JSON.parse(answer.text)
}

/** Ann's library contains a word that is nowhere else; Ben's has a link and a collection. */
const twoUsers = async () => {
  const word = `sesame${randomUUID().slice(0, 8)}`
  const bensName = `ben${randomUUID().slice(0, 8)}`
  const [ann, ben] = [await signUp(`ann${word}`), await signUp(bensName)]
  const url = `https://example.com/${word}`
  for (const cookie of [ann, ben])
    await succeed(cookie, 'POST', '/api/links', { url: 'https://example.com/both', title: 'Both' })
  await succeed(ben, 'POST', '/api/collections', { name: "Ben's" })
  await succeed(ben, 'POST', '/api/links/1/notes', { type: 'note', content: "Ben's" })
  // Ids count from 1 in each library; Ann's are higher than any of Ben's.
  for (let n = 1; n <= IDS_OF_BEN; n += 1) {
    await succeed(ann, 'POST', '/api/links', { url: `https://example.com/${n}`, title: `${n}` })
    await succeed(ann, 'POST', '/api/collections', { name: `${n} ${word}` })
    await succeed(ann, 'POST', '/api/links/1/notes', { type: 'note', content: `${n} ${word}` })
  }
  const { id: collection } = await succeed(ann, 'POST', '/api/collections', { name: `Last ${word}` })
  const key = `ann-${word}`
  const saved = { url, title: `Title ${word}`, note: `Note ${word}`, tags: [word] }
  const headers = { 'idempotency-key': key }
  const { id: link } = JSON.parse(
    (await gateway.ask({ method: 'POST', path: '/api/links', body: saved, headers }, ann)).text,
  )
  await succeed(ann, 'PUT', `/api/links/${link}/collection`, { collectionId: collection })
  const clientId = randomUUID()
  const taken = { type: 'note', content: `Note ${word}`, clientId }
  const { id: note } = await succeed(ann, 'POST', `/api/links/${link}/notes`, taken)
  const contentHash = await extract(url, word)
  // Waits until the read model has it.
  await succeed(ann, 'POST', '/api/cache-article', { articleId: link })
  const { nextCursor: cursor } = await succeed(ann, 'GET', '/api/links?limit=1')
  const email = `ann${word}@example.org`
  const [session] = (await succeed(ann, 'GET', '/api/account')).sessions
  const token = await makeToken(ann, email)
  const device = await makeDevice(ann, email)
  const { id: share } = await succeed(ann, 'POST', '/api/shares', { kind: 'article', linkId: link })
  // Ben's token and device are as strange to Ann's library as his session.
  const bensToken = await makeToken(ben, `${bensName}@example.org`)
  const ids = {
    link,
    session: session.id,
    token: token.id,
    device: device.id,
    passkey: await addPasskey(email),
    share,
    collection,
    note,
    clientId,
    contentHash,
    ...(await askForImport(ann, email, word)),
  }
  const image = await addImage(url, word)
  const { rows } = await gateway.pool.query(
    'SELECT library_id AS id FROM identity.users WHERE email_key = $1',
    [email],
  )
  const shared = { emails: ['somebody@example.org'], role: 'reader' }
  const { invitations } = await succeed(ann, 'POST', `/api/collections/${collection}/invitations`, shared)
  const sharing = {
    library: rows[0].id,
    invitation: invitations[0].id,
    member: await addMember(rows[0].id, collection),
  }
  const { paymentIntentId: payment } = await succeed(ann, 'POST', '/api/create-payment-intent')
  expect((await gateway.ask({ method: 'GET', path: `/api/images/${image}` }, ann)).status).toBe(200)
  const annsOwn: Named = { ...ids, ...sharing, cursor, url, word, email, key, payment, image }
  const bensDevice = await accessOf(await makeDevice(ben, `${bensName}@example.org`))
  return { ann, ben, annsOwn, bensToken: bensToken.token, bensDevice }
}

/** A token that may write, on the plan for it. */
const makeToken = async (cookie: string, email: string): Promise<CreatedToken> => {
  await gateway.setPlan(email, 'ultra')
  const currentPassword = `the password of ${email.split('@')[0]}`
  const wanted = { name: 'Script', scope: 'write', expiresInDays: 7, currentPassword }
  return succeed(cookie, 'POST', '/api/account/tokens', wanted)
}

const makeDevice = async (cookie: string, email: string): Promise<CreatedDevice> => {
  const currentPassword = `the password of ${email.split('@')[0]}`
  return succeed(cookie, 'POST', '/api/account/devices', { name: 'Reader', scope: 'write', currentPassword })
}

/** What a device gets for its password. */
const accessOf = async ({ username, password }: CreatedDevice): Promise<string> =>
  (await succeed('', 'POST', '/oauth/v2/token', { grant_type: 'password', username, password })).access_token

/** @returns the id of a passkey of the account */
const addPasskey = async (email: string): Promise<string> => {
  const { rows } = await gateway.pool.query<{ id: string }>(
    `INSERT INTO identity.passkeys (id, user_id, credential_id, public_key, counter, transports, host, name)
     SELECT gen_random_uuid(), id, gen_random_uuid(), '', 0, '{}', 'localhost', 'Laptop' FROM identity.users WHERE email_key = $1
     RETURNING id`,
    [email],
  )
  return rows[0]?.id ?? ''
}

/** @returns the id of a member who joined the collection */
const addMember = async (libraryId: string, collectionId: number): Promise<string> => {
  const [memberId, invitationId] = [randomUUID(), randomUUID()]
  const data = { collectionId, invitationId, memberId, role: 'reader', at: new Date().toISOString() }
  const metadata = { actorId: memberId, via: 'web', commandId: invitationId, commandHash: 'x' }
  await gateway.store.append(libraryStream(libraryId), 'any', [
    { id: randomUUID(), type: 'MemberJoined', data, metadata },
  ])
  return memberId
}

/** An upload of the user, and an import of it that waits. */
const askForImport = async (cookie: string, email: string, word: string) => {
  const { rows } = await gateway.pool.query(
    'SELECT id, library_id FROM identity.users WHERE email_key = $1',
    [email],
  )
  const [{ id: userId, library_id: libraryId }] = rows
  const [importId, uploadId] = [randomUUID(), randomUUID()]
  await gateway.pool.query(
    `INSERT INTO uploads.files (id, user_id, library_id, name, sha256) VALUES ($1, $2, $3, $4, 'ab')`,
    [uploadId, userId, libraryId, word],
  )
  const file = { uploadId, sha256: 'ab', source: 'pocket', fileName: word, requestedBy: userId }
  const data = { importId, ...file, expectedRows: 1, proceedWithFree: false, at: new Date().toISOString() }
  const metadata = { actorId: userId, via: 'web', commandId: importId, commandHash: 'x' }
  const event = { id: randomUUID(), type: 'ImportRequested', data, metadata }
  await gateway.store.append(libraryStream(libraryId), 'any', [event])
  const asked = { method: 'GET', path: `/api/imports/${importId}` }
  await expect.poll(async () => (await gateway.ask(asked, cookie)).status).toBe(200)
  return { importId, uploadId, exportId: await addExport(userId, libraryId, word) }
}

/** An export of the user that is done, and says the word. @returns its id */
const addExport = async (userId: string, libraryId: string, word: string): Promise<string> => {
  const id = randomUUID()
  await gateway.pool.query(
    `INSERT INTO exports.requests (id, user_id, library_id, request_hash, format, scope, with_private_notes, file_name,
       status, written, total, size, ended_at)
     VALUES ($1, $2, $3, '', 'json', 'all', true, $4, 'done', 1, 1, length($4), now())`,
    [id, userId, libraryId, word],
  )
  await gateway.pool.query('INSERT INTO exports.pieces (export_id, n, bytes) VALUES ($1, 0, $2)', [id, word])
  return id
}

/** Stores an article and its event, as a worker does. */
const extract = async (url: string, word: string) => {
  const [text, html] = [`Article ${word}`, `<p>Article ${word}</p>`]
  const hash = createHash('sha256').update(html).digest('hex')
  const page = { title: word, author: word, siteName: word, excerpt: word, publishedAt: null, language: null }
  const found = { ...page, image: null, favicon: null, contentHash: hash, words: 2 }
  const request = { articleId: articleIdOf(url), requestId: randomUUID() }
  const document = { hash, html, text, words: 2 }
  await contentStore(gateway.pool).finish(request, { kind: 'extracted', ...found }, document)
  const data = { ...found, articleId: request.articleId, url, at: new Date().toISOString() }
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
  const event = { id: randomUUID(), type: 'ArticleExtracted', data, metadata }
  await gateway.store.append(articleStream(request.articleId), 'any', [event])
  return hash
}

/** Stores a picture of the article, as a worker does. @returns its hash */
const addImage = async (url: string, word: string): Promise<string> => {
  const hash = createHash('sha256').update(word).digest('hex')
  const place = { articleId: articleIdOf(url), contentHash: hash, source: sourceOf(word) }
  const copies = [{ width: COPY_WIDTHS.reading, content: Buffer.from(word) }]
  await imageStore(gateway.pool).putImage(place, { hash, width: 4, height: 3, copies })
  return hash
}

const nobodys = ({ cursor, word }: Named): Named => {
  const unknown = `unknown${word.slice(6)}`
  return {
    link: 4_711,
    collection: 4_711,
    note: 4_711,
    clientId: randomUUID(),
    contentHash: 'f'.repeat(64),
    cursor: `${cursor.split('.')[0]}.zz`,
    url: `https://example.com/${unknown}`,
    word: unknown,
    email: `${unknown}@example.org`,
    importId: randomUUID(),
    exportId: randomUUID(),
    share: randomUUID(),
    uploadId: randomUUID(),
    session: randomUUID(),
    token: randomUUID(),
    device: randomUUID(),
    passkey: randomUUID(),
    key: unknown,
    payment: `pi_${unknown}`,
    image: createHash('sha256').update(unknown).digest('hex'),
    library: randomUUID(),
    invitation: randomUUID(),
    member: randomUUID(),
  }
}

/** Everything that a user can see. */
const libraryOf = async (cookie: string, { link, word, importId, exportId }: Named) => {
  const paths = [
    '/api/user',
    '/api/account',
    '/api/account/access',
    '/api/counts',
    '/api/collections',
    '/api/links?archived=all',
    `/api/links?archived=all&q=${word}`,
    `/api/links/${link}`,
    `/api/links/${link}/content`,
    `/api/links/${link}/notes`,
    '/api/notes?changes=0&private=true',
    '/api/notes/counts',
    '/api/notes',
    '/api/imports',
    '/api/history?limit=200',
    `/api/history?link=${link}`,
    `/api/imports/${importId}`,
    '/api/exports',
    '/api/shares',
    `/api/exports/${exportId}`,
  ]
  return Promise.all(paths.map(path => succeed(cookie, 'GET', path)))
}

it('every route of the API has requests in this file', () => {
  expect(gateway.routes.toSorted()).toEqual(Object.keys(REQUESTS).toSorted())
})

it('every route but those of wallabag says who may call it with the library of somebody else', () => {
  const said = [...LIBRARY_POLICIES.keys()]
  const reasons: Readonly<Record<string, string>> = UNDOCUMENTED_ROUTES
  const routes = gateway.routes.filter(route => reasons[route] !== WALLABAG)
  expect(routes.toSorted()).toEqual(said.toSorted())
  expect(new Set(said).size).toBe(said.length)
})

it('every route is listed with whether tokens may call it', () => {
  const said = [...Object.keys(TOKEN_ROUTES), ...Object.keys(UNDOCUMENTED_ROUTES)]
  expect(gateway.routes.toSorted()).toEqual(said.toSorted())
})

it("every route answers for another user's things as for what nobody has, and changes nothing of them", async () => {
  const { ann, ben, annsOwn, bensToken, bensDevice } = await twoUsers()
  const before = await libraryOf(ann, annsOwn)
  expect(JSON.stringify(before)).toContain(`Article ${annsOwn.word}`)

  // Reads come first: what Ben sends is in his own history afterwards.
  const isRead = (route: string) => route.startsWith('GET ')
  const routes = gateway.routes.toSorted((a, b) => Number(isRead(b)) - Number(isRead(a)))
  const bySession = routes.map(route => [route, ben, {}] as const)
  const by = (token: string, routes: object) =>
    gateway.routes
      .filter(route => route in routes)
      .map(route => [route, '', { authorization: `Bearer ${token}` }] as const)
  const strangers = [...bySession, ...by(bensToken, TOKEN_ROUTES), ...by(bensDevice, DEVICE_ROUTES)]
  for (const [route, cookie, identity] of strangers) {
    const [method = ''] = route.split(' ')
    const asked = REQUESTS[route]?.(annsOwn) ?? []
    const unknown = REQUESTS[route]?.(nobodys(annsOwn)) ?? []
    const ask = (request: Request) =>
      gateway.ask({ method, ...request, headers: { ...request.headers, ...identity } }, cookie)
    for (const [n, request] of asked.entries()) {
      const known = await ask(request)
      const other = await ask(unknown[n] as Request)
      const what = `${route} ${request.path} ${JSON.stringify(request.body)}`
      // A page of wallabag's API has its own address, with the query that was sent.
      const textOf = (answer: typeof known, { path }: Request) =>
        answer.text.replaceAll(path.split('?')[1] ?? '\0', '')
      const compared = (answer: typeof known, sent: Request) => ({
        what,
        status: answer.status,
        text: MAKES.has(route) ? Object.keys(JSON.parse(answer.text)) : textOf(answer, sent),
      })
      expect(compared(known, request)).toEqual(compared(other, unknown[n] as Request))
      if (!MAKES.has(route)) expect(textOf(known, request)).not.toContain(annsOwn.word)
      expect(known.status, what).toBeLessThan(500)
    }
  }
  expect(await libraryOf(ann, annsOwn)).toEqual(before)
})

it("no route shows anything of another user's library as it was", async () => {
  const { ann, ben, annsOwn } = await twoUsers()
  const at = `at=${encodeURIComponent(new Date().toISOString())}`
  const prepared = async (cookie: string) => {
    const counts = { method: 'GET', path: `/api/counts?${at}` }
    await expect.poll(async () => (await gateway.ask(counts, cookie)).status).toBe(200)
  }
  await prepared(ann)
  await prepared(ben)
  const past = (named: Named) =>
    ['GET /api/links', 'GET /api/links/ids', 'GET /api/counts', 'GET /api/collections', 'GET /api/tags']
      .flatMap(route => REQUESTS[route]?.(named) ?? [])
      .map(({ path }) => `${path}${path.includes('?') ? '&' : '?'}${at}`)
  for (const [n, path] of past(annsOwn).entries()) {
    const known = await gateway.ask({ method: 'GET', path }, ben)
    const other = await gateway.ask({ method: 'GET', path: past(nobodys(annsOwn))[n] ?? '' }, ben)
    expect([path, known.status, known.text]).toEqual([path, other.status, other.text])
    expect(known.text).not.toContain(annsOwn.word)
  }
  const own = await gateway.ask({ method: 'GET', path: `/api/links?archived=all&${at}` }, ann)
  expect(own.text).toContain(annsOwn.word)
})

describe('requests without a session', () => {
  it.each([
    ['no cookie', () => ({})],
    ['a cookie that nobody was given', () => ({ cookie: `${gateway.cookies.session}=${'x'.repeat(43)}` })],
  ])('%s opens no route', async (_, headersOf) => {
    for (const route of gateway.routes.filter(route => !PUBLIC.has(route))) {
      const [method = '', path = ''] = route.split(' ')
      const answer = await gateway.ask({ method, path: path.replace(':id', '1'), headers: headersOf() })
      expect([route, answer.status, answer.text]).toEqual([
        route,
        401,
        '{"message":"Please sign in.","error":"Please sign in."}',
      ])
    }
  })
})

it("no route changes anything for another site's page", async () => {
  const { ann, annsOwn } = await twoUsers()
  const before = await libraryOf(ann, annsOwn)
  const changing = gateway.routes.filter(route => !route.startsWith('GET '))
  expect(changing.length).toBeGreaterThan(0)
  for (const route of changing)
    for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.example' }]) {
      const [method = '', path = ''] = route.split(' ')
      const requests = REQUESTS[route]?.(annsOwn) ?? []
      for (const request of requests.length > 0 ? requests : [{ path }]) {
        const headers = { ...request.headers, ...foreign }
        const { status, cookies } = await gateway.ask({ method, ...request, headers }, ann)
        // A grant reads no cookie, and asks for a password that the page does not have.
        const expected = route === 'POST /oauth/v2/token' ? 400 : 403
        expect([route, foreign, status, cookies]).toEqual([route, foreign, expected, ''])
      }
    }
  expect(await libraryOf(ann, annsOwn)).toEqual(before)
})
