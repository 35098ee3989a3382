import { createHash, randomUUID } from 'node:crypto'
import { articleIdOf, sourceOf } from '@lectern/contracts/article-id.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { ENDS_MEMBERSHIP, LIBRARY_POLICIES } from '@lectern/contracts/library-policies.ts'
import { includesRole, ROLES, type Role } from '@lectern/contracts/sharing.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { imageStore } from '@lectern/workers/images/image-store.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'
import { type Named, REQUESTS, type Request } from './test-support/requests.ts'

/** Every route of the table with `?library=`, by everybody: members of each role, a former one, and a stranger. */
const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp, join, memberIdOf, share } = peopleOf(gateway)

const isRole = (policy: string): policy is Role => ROLES.some(role => role === policy)

/** What a member may ask for where the requests of REQUESTS need more, or name nothing that is there. */
const WANTED: Record<string, (named: Named) => Request> = {
  'POST /api/links': ({ collection }) => ({
    path: '/api/links',
    body: { url: `https://example.com/${randomUUID()}`, collectionId: collection },
  }),
  'PUT /api/links/bulk': ({ link }) => ({
    path: '/api/links/bulk',
    body: { linkIds: [link], updates: { isArchived: true } },
  }),
  'PUT /api/links/:id/collection': ({ link, collection }) => ({
    path: `/api/links/${link}/collection`,
    body: { collectionId: collection },
  }),
  'PATCH /api/links/:id/favorite': ({ link }) => ({
    path: `/api/links/${link}/favorite`,
    body: { isFavorite: true },
  }),
  'PATCH /api/links/:id/archive': ({ link }) => ({
    path: `/api/links/${link}/archive`,
    body: { isArchived: true },
  }),
  // Acts of one's own alone are undone: sharing.it.test.ts does so.
  'POST /api/undo': () => ({ path: '/api/undo', body: {} }),
  'POST /api/undo/preview': () => ({ path: '/api/undo/preview', body: {} }),
}
/** Its answers to a member are 403 or 404 by the act that is named. */
const BY_ACT = new Set(['POST /api/undo', 'POST /api/undo/preview'])

const requestOf = (route: string, named: Named): Request | undefined => {
  const [first] = WANTED[route] ? [WANTED[route](named)] : (REQUESTS[route]?.(named) ?? [])
  if (first === undefined || first.path.includes('library=')) return first
  const path = `${first.path}${first.path.includes('?') ? '&' : '?'}library=${named.library}`
  return { ...first, path }
}

const ask = async (who: Pick<Person, 'ask'>, route: string, named: Named) => {
  const [method = ''] = route.split(' ')
  const request = requestOf(route, named)
  return request && who.ask(method, request.path, request.body)
}

const lastRevision = async ({ libraryId }: Person): Promise<bigint> => {
  for await (const { revision } of gateway.store.readStream(libraryStream(libraryId), {
    direction: 'backwards',
    maxCount: 1,
  }))
    return revision
  return -1n
}

/** Stores a picture of a page, as a worker does. @returns its hash */
const addImage = async (url: string): Promise<string> => {
  const hash = createHash('sha256').update(randomUUID()).digest('hex')
  const place = { articleId: articleIdOf(url), contentHash: hash, source: sourceOf(url) }
  const copies = [{ width: COPY_WIDTHS.reading, content: Buffer.from('a picture') }]
  await imageStore(gateway.pool).putImage(place, { hash, width: 4, height: 3, copies })
  return hash
}

/** Says that the page of the link could not be read, so that nobody waits for it. */
const failPage = async (owner: Person): Promise<void> => {
  const { url } = await owner.ok('GET', '/api/links/1')
  const articleId = articleIdOf(url)
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
  const data = {
    articleId,
    url,
    reason: 'http-error',
    detail: '404',
    page: null,
    at: new Date().toISOString(),
  }
  await gateway.store.append(articleStream(articleId), 'any', [
    { id: randomUUID(), type: 'ArticleExtractionFailed', data, metadata },
  ])
  await expect.poll(async () => (await owner.ok('GET', '/api/links/1/content')).status).toBe('failed')
}

it('each route lets those in who have its role in the collection, and nobody else', async () => {
  const { owner, editor, commenter, reader } = await share()
  const [stranger, former] = [await signUp(), await signUp()]
  await join(owner, former, 'editor')
  await failPage(owner)
  const member = await memberIdOf(owner, former)
  await owner.ok('DELETE', `/api/collections/1/members/${member}`)
  const named = {
    ...{ link: 1, collection: 1, note: 1, library: owner.libraryId, member, invitation: randomUUID() },
    share: randomUUID(),
    ...{ contentHash: 'a'.repeat(64), clientId: randomUUID(), word: 'word', url: 'https://example.com/1' },
    ...{ email: 'a@example.org', key: randomUUID(), cursor: '1.1', importId: randomUUID() },
    ...{
      exportId: randomUUID(),
      image: await addImage('https://example.com/1'),
      uploadId: randomUUID(),
      payment: 'pi_1',
    },
    ...{ session: randomUUID(), token: randomUUID(), device: randomUUID(), passkey: randomUUID() },
  } satisfies Named
  const members = { editor, commenter, reader }
  /** Without a session. */
  const nobody: Pick<Person, 'ask'> = {
    ask: async (method, path, body) => {
      const { status, text } = await gateway.ask({ method, path, body })
      return { status, body: JSON.parse(text) }
    },
  }
  const before = await lastRevision(owner)
  const byMembers: [string, Role][] = []
  for (const [route, policy] of LIBRARY_POLICIES) {
    if (policy === 'none' || policy === 'operator' || requestOf(route, named) === undefined) continue
    for (const who of [stranger, former]) {
      const answer = await ask(who, route, named)
      expect([route, answer?.status]).toEqual([route, 404])
      // Who was a member may repeat these, and reads that the collection is gone.
      if (who === former && ENDS_MEMBERSHIP.has(route)) continue
      expect([route, answer?.body]).toEqual([route, { message: 'Not found.', error: 'Not found.' }])
    }
    expect([route, (await ask(nobody, route, named))?.status]).toEqual([route, 401])
    if (isRole(policy)) byMembers.push([route, policy])
    else
      for (const who of Object.values(members))
        expect([route, (await ask(who, route, named))?.status]).toEqual([route, 403])
  }
  // Nothing was done in anybody's library.
  expect(await lastRevision(owner)).toBe(before)

  // The owner may name the own library, and is answered as without a name.
  for (const [route] of byMembers.filter(([each]) => each.startsWith('GET '))) {
    const [request, isFile] = [requestOf(route, named), /export|images/.test(route)]
    if (request === undefined || isFile) continue
    const path = request.path.replace(/[?&]library=[^&]*/, '')
    expect([route, await owner.ask('GET', request.path)]).toEqual([route, await owner.ask('GET', path)])
  }

  // Leaving comes last.
  byMembers.sort(([one], [other]) => Number(one.endsWith('leave')) - Number(other.endsWith('leave')))
  expect(byMembers.length).toBeGreaterThan(10)
  for (const [route, policy] of byMembers)
    for (const role of ROLES) {
      const status = (await ask(members[role], route, named))?.status ?? 0
      const isLetIn = BY_ACT.has(route) ? status === 400 : includesRole(role, policy)
      expect([route, role, status === 403 || status === 404]).toEqual([route, role, !isLetIn])
    }
})
