import { createHash, randomUUID } from 'node:crypto'
import type { CollectionList } from '@lectern/contracts/api/collections.ts'
import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import type { MemberList, SharedList } from '@lectern/contracts/api/sharing.ts'
import { articleIdOf, sourceOf } from '@lectern/contracts/article-id.ts'
import { CLIENT_VERSION_HEADER } from '@lectern/contracts/client-version.ts'
import { articleStream } from '@lectern/contracts/events/article.ts'
import { libraryStream } from '@lectern/contracts/events/library.ts'
import { COPY_WIDTHS } from '@lectern/contracts/images.ts'
import { READ_ON_DAYS } from '@lectern/contracts/sharing.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { contentStore } from '@lectern/workers/extract-article/content-store.ts'
import { imageStore } from '@lectern/workers/images/image-store.ts'
import { describe, expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'

/** What members of shared collections read of the libraries of others. */
const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp, join, memberIdOf, share } = peopleOf(gateway)

const save = (who: Person, body: object, library?: Person): Promise<Link> =>
  who.ok('POST', `/api/links${library ? `?library=${library.libraryId}` : ''}`, {
    url: `https://example.com/${randomUUID()}`,
    ...body,
  })
const list = (who: Person, query: string): Promise<LinkList> => who.ok('GET', `/api/links?${query}`)
const titles = ({ links }: LinkList): string[] => links.map(({ title }) => title)

/** Pages of an answer, two links each. */
const paged = async (who: Person, query: string): Promise<LinkList[]> => {
  const pages: LinkList[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list(who, `${query}&limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    pages.push(page)
    cursor = page.nextCursor
    if (pages.length > 20) throw new Error('endless')
  }
  return pages
}

/** A library with a secret: links outside of what is shared, flags and notes of its owner, tags. */
const withSecrets = async () => {
  const shared = await share()
  const { owner, editor, reader } = shared
  const word = `secret${randomUUID().slice(0, 8)}`
  await owner.ok('PATCH', '/api/links/2', { title: `${word} title`, note: word, tags: [word] })
  await save(owner, { title: `${word} three`, collectionId: 2 })
  await owner.ok('PATCH', '/api/links/1/favorite', { isFavorite: true })
  await owner.ok('PATCH', '/api/links/1/archive', { isArchived: true })
  await owner.ok('POST', '/api/links/1/notes', { type: 'note', content: `${word} note` })
  const saved = await save(editor, { title: 'By the editor', tags: ['garden'], collectionId: 1 }, owner)
  const library = `library=${owner.libraryId}`
  // What somebody else wrote is seen a moment later.
  await expect.poll(async () => (await list(reader, library)).total).toBe(2)
  return { ...shared, word, saved, library }
}

describe('a library of somebody else', () => {
  it('is listed, searched and paged like one of one own, with the own flags', async () => {
    const { owner, editor, reader, library, saved } = await withSecrets()
    const all = await list(reader, library)
    expect(all).toMatchObject({ total: 2, hasMore: false })
    expect(all.links).toEqual([
      expect.objectContaining({
        id: saved.id,
        library: owner.libraryId,
        savedBy: editor.name,
        tags: ['garden'],
      }),
      expect.objectContaining({
        id: 1,
        savedBy: owner.name,
        isFavorite: false,
        isArchived: false,
        noteCount: 0,
      }),
    ])
    expect((await list(editor, library)).links[0]).not.toHaveProperty('savedBy')
    expect((await list(owner, 'archived=all')).links.map(({ savedBy }) => savedBy)).toContain(editor.name)
    expect((await list(owner, 'archived=all')).links[0]).not.toHaveProperty('library')

    await reader.ok('PATCH', `/api/links/1/favorite?${library}`, { isFavorite: true })
    await reader.ok('PATCH', `/api/links/${saved.id}/archive?${library}`, { isArchived: true })
    expect(await list(reader, `${library}&favorite=true`)).toMatchObject({ total: 1, links: [{ id: 1 }] })
    expect(await list(reader, `${library}&archived=true`)).toMatchObject({
      total: 1,
      links: [{ id: saved.id }],
    })
    expect(await list(reader, `${library}&archived=all&collection=1`)).toMatchObject({ total: 2 })
    expect(await list(editor, library)).toMatchObject({ total: 2 })
    for (const sort of ['oldest', 'title', 'readingTime', 'lastRead'])
      expect(
        (await paged(reader, `${library}&archived=all&sort=${sort}`)).flatMap(titles).toSorted(),
      ).toEqual([...['1', 'By the editor']])
    await expect
      .poll(async () => titles(await list(reader, `${library}&archived=all&q=editor`)))
      .toEqual(['By the editor'])
    expect(titles(await list(reader, `${library}&archived=all&q=tag:garden`))).toEqual(['By the editor'])
    expect(await reader.ok('GET', `/api/links/ids?${library}&archived=all`)).toMatchObject({ count: 2 })
    expect(await reader.ok('GET', `/api/links/${saved.id}?${library}`)).toMatchObject({
      ...{ title: 'By the editor', isArchived: true, library: owner.libraryId },
    })
    expect(await reader.ok('GET', `/api/links/1/content?${library}`)).toMatchObject({ title: '1' })
  })

  it('tells nothing of what is outside of the shared collections, nor of what is the owner own', async () => {
    const { owner, reader, library, word } = await withSecrets()
    // A link of the same address inside: a duplicate outside is not told.
    const { url } = await owner.ok('GET', '/api/links/2')
    const paths = [
      ...[
        '',
        '&archived=all',
        '&archived=true',
        '&favorite=true',
        '&sort=title',
        '&sort=oldest&archived=all',
      ],
      ...[`&q=${word}`, `&archived=all&q=${word}`, `&q=tag:${word}`, `&q=is:unreadable`, `&q=-${word}`],
      ...[`&url=${encodeURIComponent(url)}&archived=all`, '&collection=1&archived=all'],
    ].map(query => `/api/links?${library}${query}`)
    const told = [
      ...(await Promise.all(paths.map(path => reader.ok('GET', path)))),
      await reader.ok('GET', `/api/links/ids?${library}&archived=all`),
      await reader.ok('GET', `/api/links/ids?${library}&archived=all&q=${word}`),
      await reader.ok('GET', `/api/links/1?${library}`),
      await reader.ok('GET', `/api/links/1/notes?${library}`),
      await reader.ok('GET', '/api/shared'),
      await reader.ok('GET', `/api/collections/1/members?${library}`),
      ...(await Promise.all(
        ['shared=only', 'shared=also', 'q=is:shared', `q=${word}&shared=only`].map(query =>
          list(reader, query),
        ),
      )),
    ]
    expect(JSON.stringify(told)).not.toContain(word)
    for (const each of told)
      for (const link of (each as { links?: Link[] }).links ?? [])
        if (typeof link === 'object')
          expect(link).toMatchObject({ collectionId: 1, isFavorite: false, noteCount: 0 })
    expect(told.slice(0, paths.length).map(each => (each as LinkList).total <= 2)).not.toContain(false)
    for (const path of [
      '/api/links/2',
      '/api/links/2/content',
      '/api/links/2/notes',
      '/api/links/2/notes/export',
    ])
      expect(await reader.ask('GET', `${path}?${library}`)).toMatchObject({ status: 404 })
    for (const path of [
      '/api/links?collection=2&',
      '/api/links/ids?collection=2&',
      '/api/collections/2/members?',
    ])
      expect(await reader.ask('GET', `${path}${library}`)).toMatchObject({
        ...{ status: 404, body: { message: 'This collection was not found.' } },
      })
    expect((await reader.ask('GET', `/api/links?${library}&at=2026-01-01T00:00:00.000Z`)).status).toBe(400)
  })

  it('says who saved a link, also after its owner has deleted it and brought it back', async () => {
    const { owner, editor, reader, library, saved } = await withSecrets()
    await owner.ok('DELETE', `/api/links/${saved.id}`)
    await owner.ok('DELETE', '/api/links/1')
    const { links } = await owner.ok('POST', '/api/deleted-links/bring-back', { linkIds: [1, saved.id] })
    const saver = async (who: Person, query: string, deletedId: number) => {
      const { id } = links.find((link: { deletedId: number }) => link.deletedId === deletedId)
      return (await list(who, query)).links.find(link => link.id === id)?.savedBy
    }
    await expect.poll(() => saver(owner, 'archived=all', saved.id)).toBe(editor.name)
    await expect.poll(() => saver(reader, library, saved.id)).toBe(editor.name)
    expect(await saver(reader, library, 1)).toBe(owner.name)
  })

  it('is read until the membership ends, and no request longer', async () => {
    const { owner, reader, library, saved } = await withSecrets()
    const note = { type: 'note', content: 'Mine' }
    await reader.ok('POST', `/api/links/1/notes?${library}`, note)
    expect(await reader.ok('GET', '/api/notes')).toMatchObject([
      { note: { content: 'Mine', library: owner.libraryId }, link: { title: '1' } },
    ])
    await owner.ok('DELETE', `/api/collections/1/members/${await memberIdOf(owner, reader)}`)
    for (const path of [
      `/api/links?${library}`,
      `/api/links/1?${library}`,
      `/api/collections/1/members?${library}`,
    ])
      expect((await reader.ask('GET', path)).status).toBe(404)
    for (const query of ['shared=only', 'shared=also', 'q=is:shared'])
      expect((await list(reader, query)).total).toBe(0)
    expect(await reader.ok('GET', '/api/shared')).toEqual([])
    expect(await reader.ok('GET', '/api/notes')).toEqual([])
    expect(await reader.ok('GET', '/api/notes/counts')).toMatchObject({ all: 0 })
    expect((await owner.ok('GET', '/api/collections/1/members')).members).toHaveLength(2)
    expect((await owner.ok('GET', `/api/links/${saved.id}`)).title).toBe('By the editor')
  })

  it('is all that is shared of it, and comes back with the own flags and notes', async () => {
    const { owner, reader, library } = await withSecrets()
    await join(owner, reader, 'commenter', 2)
    await expect.poll(async () => (await list(reader, library)).total).toBe(3)
    expect((await list(reader, `${library}&collection=2`)).total).toBe(1)
    expect((await reader.ok('GET', '/api/shared')).length).toBe(2)
    await reader.ok('PATCH', `/api/links/1/favorite?${library}`, { isFavorite: true })
    await reader.ok('POST', `/api/links/1/notes?${library}`, { type: 'note', content: 'Mine' })

    // What leaves the collection is seen no more, and as it was once it is back.
    const put = (collectionId: number | null) => owner.ok('PUT', '/api/links/1/collection', { collectionId })
    const seen = async () => (await reader.ask('GET', `/api/links/1?${library}`)).body
    await put(null)
    await expect.poll(async () => (await list(reader, library)).total).toBe(2)
    expect((await reader.ask('GET', `/api/links/1?${library}`)).status).toBe(404)
    await put(1)
    await expect.poll(seen).toMatchObject({ isFavorite: true, noteCount: 1 })

    const member = await memberIdOf(owner, reader)
    await owner.ok('DELETE', `/api/collections/1/members/${member}`)
    expect((await list(reader, library)).links).toMatchObject([{ collectionId: 2 }])
    expect((await reader.ask('GET', `/api/links?${library}&collection=1`)).status).toBe(404)
    await join(owner, reader, 'reader')
    await expect.poll(seen).toMatchObject({ isFavorite: true, noteCount: 1 })

    await owner.ok('DELETE', '/api/collections/1')
    expect((await list(reader, library)).links).toMatchObject([{ collectionId: 2 }])
  })

  it(`is read for ${READ_ON_DAYS} days after the plan of its owner has lost sharing`, async () => {
    const { owner, reader, library } = await withSecrets()
    const endedAt = async (daysAgo: number) => {
      const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
      const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
      const event = (plan: string, when: string) => ({
        ...{ id: randomUUID(), type: 'AllowanceChanged', metadata },
        data: { plan, limit: 500, cause: 'test', at: when },
      })
      // Another change without sharing does not begin the days anew.
      const events = [event('ultra', at), event('free', at), event('pro', new Date().toISOString())]
      await gateway.store.append(libraryStream(owner.libraryId), 'any', events)
    }
    const shared = (): Promise<SharedList> => reader.ok('GET', '/api/shared')
    expect(await shared()).toMatchObject([{ role: 'reader', readUntil: null }])
    await endedAt(READ_ON_DAYS - 1)
    await expect.poll(async () => (await shared())[0]?.readUntil).toMatch(/^\d{4}-/)
    const until = Date.parse((await shared())[0]?.readUntil ?? '') - Date.now()
    expect(Math.round(until / 3_600_000)).toBe(24)
    expect((await list(reader, library)).total).toBe(2)
    await endedAt(READ_ON_DAYS + 1)
    await expect.poll(shared).toEqual([])
    expect((await reader.ask('GET', `/api/links?${library}`)).status).toBe(404)
    expect((await reader.ask('GET', `/api/links/1?${library}`)).status).toBe(404)
    expect((await list(reader, 'shared=only')).total).toBe(0)
    await gateway.setPlan(owner.email, 'ultra')
    await expect.poll(async () => (await shared()).length).toBe(1)
  })
})

/** The article of an address with a picture and a word that is nowhere else, as workers store them. @returns the hash of the picture */
const readPage = async (url: string, word: string): Promise<string> => {
  const html = `<p>${word}</p><img src="https://example.com/${word}.png">`
  const hash = createHash('sha256').update(html).digest('hex')
  const page = {
    title: 'A page',
    author: null,
    siteName: null,
    excerpt: null,
    publishedAt: null,
    language: null,
  }
  const found = { ...page, image: null, favicon: null, contentHash: hash, words: 1 }
  const request = { articleId: articleIdOf(url), requestId: randomUUID() }
  const document = { hash, html, text: word, words: 1 }
  await contentStore(gateway.pool).finish(request, { kind: 'extracted', ...found }, document)
  const place = { ...request, contentHash: hash, source: sourceOf(`https://example.com/${word}.png`) }
  const image = createHash('sha256').update(word).digest('hex')
  const copies = [{ width: COPY_WIDTHS.reading, content: Buffer.from(word) }]
  await imageStore(gateway.pool).putImage(place, { hash: image, width: 4, height: 3, copies })
  const metadata = { actorId: 'system', via: 'system', commandId: randomUUID(), commandHash: '' }
  const data = { ...found, articleId: request.articleId, url, at: new Date().toISOString() }
  await gateway.store.append(articleStream(request.articleId), 'any', [
    { id: randomUUID(), type: 'ArticleExtracted', data, metadata },
  ])
  return image
}

it('an article is read, with its pictures, and found by its words on every plan', async () => {
  const { owner, reader, library } = await withSecrets()
  const stranger = await signUp()
  const word = `w${randomUUID().slice(0, 8)}`
  const { url } = await owner.ok('GET', '/api/links/1')
  const image = await readPage(url, word)
  const content = () => reader.ok('GET', `/api/links/1/content?${library}`)
  await expect.poll(async () => (await content()).status).toBe('ready')
  expect((await content()).content).toContain(`src="/api/images/${image}`)
  // A member keeps it offline.
  const keep = (id: number) => reader.ask('POST', `/api/cache-article?${library}`, { articleId: id })
  expect((await keep(1)).body).toMatchObject({ content: expect.stringContaining(`/api/images/${image}`) })
  expect((await keep(2)).status).toBe(404)
  await expect.poll(async () => (await list(reader, `${library}&q=${word}`)).total).toBe(1)
  expect((await list(reader, `${library}&q=${word}`)).links[0]?.snippet?.text).toBe(word)
  expect((await list(reader, `q=is:shared ${word}`)).links[0]?.snippet?.text).toBe(word)
  await save(reader, { url, title: 'Own' })
  await expect.poll(async () => (await list(reader, 'q=own')).total).toBe(1)
  // The own library finds words of articles on paid plans.
  expect((await list(reader, `q=${word}`)).total).toBe(0)
  await reader.ok('DELETE', '/api/links/1')
  const status = async (who: Person) => (await who.ask('GET', `/api/images/${image}`)).status
  expect(await status(stranger)).toBe(404)
  expect(await status(reader)).toBe(200)
  await owner.ok('DELETE', `/api/collections/1/members/${await memberIdOf(owner, reader)}`)
  // Deleted links can be brought back, but show no pictures.
  expect(await status(reader)).toBe(404)
})

describe('what all others share', () => {
  it('is one list with the own links, in one order, in pages without loss or repeat', async () => {
    const [one, two, reader] = [await signUp('ultra'), await signUp('ultra'), await signUp()]
    for (const owner of [one, two]) await owner.ok('POST', '/api/collections', { name: 'Garden' })
    await join(one, reader, 'reader')
    await join(two, reader, 'editor')
    for (let n = 0; n < 3; n += 1)
      for (const who of [one, two, reader]) {
        const own = who === reader ? {} : { collectionId: 1 }
        await save(who, { title: `${'cab'[n]} of ${who.name}`, ...own })
      }
    await save(one, { title: 'Not shared' })
    await expect.poll(async () => (await list(reader, 'shared=only')).total).toBe(6)
    // Of the two one is among All Articles.
    expect((await list(reader, 'shared=also')).total).toBe(3)
    const choose = (library: Person, body: object) =>
      reader.ok('PUT', `/api/shared/1?library=${library.libraryId}`, body)
    expect(await choose(one, { inAllArticles: true })).toEqual({ inAllArticles: true, weeklyMail: false })
    expect((await list(reader, 'shared=also')).total).toBe(6)
    expect((await list(reader, '')).total).toBe(3)
    expect(await choose(two, { inAllArticles: true, weeklyMail: true })).toEqual({
      ...{ inAllArticles: true, weeklyMail: true },
    })
    expect(await choose(two, {})).toEqual({ inAllArticles: true, weeklyMail: true })
    for (const sort of ['newest', 'oldest', 'title', 'readingTime', 'lastRead']) {
      const whole = await list(reader, `shared=also&sort=${sort}&limit=50`)
      expect(whole).toMatchObject({ total: 9, hasMore: false, nextCursor: null })
      const pages = await paged(reader, `shared=also&sort=${sort}`)
      expect([sort, pages.flatMap(titles)]).toEqual([sort, titles(whole)])
      expect(new Set(titles(whole)).size).toBe(9)
      const byOrder = titles(whole).map(title => title.split(' ')[0])
      if (sort === 'title') expect(byOrder).toEqual([...byOrder].toSorted())
    }
    const whole = await list(reader, 'shared=also&limit=50')
    const dates = whole.links.map(({ createdAt }) => createdAt)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(new Set(whole.links.map(({ library }) => library))).toEqual(
      new Set([undefined, one.libraryId, two.libraryId]),
    )
    // Equal dates and keys, too: the order of libraries decides.
    const pages = await paged(reader, 'shared=only&sort=readingTime')
    expect(new Set(pages.flatMap(titles)).size).toBe(6)
    expect((await reader.ask('GET', '/api/links?shared=also&cursor=abc.1')).status).toBe(400)
    expect((await list(reader, 'shared=also&collection=none')).total).toBe(3)
  })

  it('is searched with is:shared on every plan, and left out with -is:shared', async () => {
    const { reader, owner } = await share()
    const word = `w${randomUUID().slice(0, 8)}`
    for (let n = 0; n < 3; n += 1) await save(owner, { title: `${word} ${n}`, collectionId: 1 })
    await save(owner, { title: `${word} hidden` })
    await save(reader, { title: `${word} own` })
    await expect.poll(async () => (await list(reader, `q=is:shared ${word}`)).total).toBe(3)
    await expect.poll(async () => (await list(reader, `q=${word}`)).total).toBe(1)
    const pages = await paged(reader, `q=is:shared ${word}`)
    expect(pages.flatMap(titles)).toEqual([`${word} 2`, `${word} 1`, `${word} 0`])
    expect(pages.map(({ total }) => total)).toEqual([3, 3])
    expect((await list(reader, 'q=is:shared')).total).toBe(4)
    for (const query of [`q=${word} -is:shared`, 'q=-is:shared'])
      expect(await list(reader, query)).toMatchObject({ total: 1, links: [{ title: `${word} own` }] })
    expect(await list(reader, `q=-is:shared&library=${owner.libraryId}`)).toMatchObject({
      total: 0,
      links: [],
    })
    expect(await list(reader, `q=is:shared&library=${owner.libraryId}`)).toMatchObject({ total: 4 })
    // On the free plan it is a term, and no plain word; a term of paid plans is one.
    expect((await list(reader, `q=is:shared`)).advancedSearch).toBeUndefined()
    expect((await list(reader, `q=is:shared in:garden`)).advancedSearch).toBe('upgrade')
    expect((await list(owner, 'q=is:shared')).total).toBe(0)
    expect(await reader.ok('GET', '/api/links/ids?q=is:shared')).toMatchObject({ count: 0 })
    // A client of before takes every number for one of its own.
    const found = async (version: string) => {
      const headers = { [CLIENT_VERSION_HEADER]: version }
      const asked = { method: 'GET', path: '/api/links?q=is:shared', headers }
      return JSON.parse((await gateway.ask(asked, reader.cookies)).text).total
    }
    expect([await found('2'), await found('3')]).toEqual([0, 4])
  })

  it('names its members in the list of its owner, while they are members', async () => {
    const { owner, editor, reader } = await share()
    const membersOf = async () => {
      const all: CollectionList = await owner.ok('GET', '/api/collections')
      return all.map(({ id, members }) => [id, members?.toSorted()])
    }
    const names = [editor.name, reader.name]
    await expect.poll(membersOf).toContainEqual([1, expect.arrayContaining(names)])
    expect((await membersOf()).filter(([, members]) => members !== undefined)).toHaveLength(1)
    await reader.ok('POST', `/api/collections/1/leave?library=${owner.libraryId}`, {})
    await expect.poll(membersOf).not.toContainEqual([1, expect.arrayContaining([reader.name])])
  })

  it('is a list of collections, with the owner, the role, and counts by the own flags', async () => {
    const { owner, editor, reader, commenter, library } = await withSecrets()
    const shared = async (who: Person): Promise<SharedList> => who.ok('GET', '/api/shared')
    const [first, ...others] = await shared(reader)
    expect(others).toEqual([])
    expect(first).toEqual({
      ...{ libraryId: owner.libraryId, collectionId: 1, name: 'Garden', description: null },
      ...{ color: expect.stringMatching(/^#/), role: 'reader', owner: owner.name, count: 2 },
      ...{ favorites: 0, archived: 0 },
      ...{ readUntil: null, inAllArticles: false, weeklyMail: false },
    })
    await reader.ok('PATCH', `/api/links/1/favorite?${library}`, { isFavorite: true })
    expect(await shared(reader)).toMatchObject([{ count: 2, favorites: 1, archived: 0 }])
    await reader.ok('PATCH', `/api/links/1/archive?${library}`, { isArchived: true })
    expect(await shared(reader)).toMatchObject([{ count: 1, favorites: 0, archived: 1 }])
    expect(await shared(editor)).toMatchObject([{ count: 2, role: 'editor' }])
    expect(await shared(owner)).toEqual([])
    const members = await owner.ok('GET', '/api/collections/1/members')
    expect(members.owner).toEqual({ name: owner.name, isYou: true })
    expect(members.members).toEqual(
      [editor, commenter, reader].map((who, n) => ({
        ...{ id: expect.any(String), name: who.name, role: ['editor', 'commenter', 'reader'][n] },
        ...{ joinedAt: expect.any(String), isYou: false },
      })),
    )
    const seen = await reader.ok('GET', `/api/collections/1/members?${library}`)
    expect(seen.owner).toEqual({ name: owner.name, isYou: false })
    expect(seen.members.map(({ isYou }: { isYou: boolean }) => isYou)).toEqual([false, false, true])
    // An offer is between the owner and who gets it.
    const offeredTo = await memberIdOf(owner, editor)
    await owner.ok('POST', '/api/collections/1/handover', { memberId: offeredTo })
    await expect.poll(async () => (await shared(editor))[0]?.isOffered).toBe(true)
    expect((await shared(reader))[0]).not.toHaveProperty('isOffered')
    const offered = async (who: Person) => {
      const path = `/api/collections/1/members${who === owner ? '' : `?${library}`}`
      const { members: all }: MemberList = await who.ok('GET', path)
      return all.flatMap(({ id, isOffered }) => (isOffered ? [id] : []))
    }
    expect(await offered(owner)).toEqual([offeredTo])
    expect(await offered(editor)).toEqual([offeredTo])
    expect(await offered(reader)).toEqual([])
    expect((await owner.ask('GET', '/api/collections/9/members')).status).toBe(404)
    expect((await owner.ask('PUT', '/api/shared/1', { inAllArticles: true })).status).toBe(400)
    expect((await reader.ask('PUT', `/api/shared/2?${library}`, { inAllArticles: true })).status).toBe(404)
  })
})

describe('notes on a shared link', () => {
  it('are seen by all where they are shared, and by their writer alone where not', async () => {
    const { owner, editor, commenter, reader, library } = await withSecrets()
    const note = (who: Person, more: object = {}) =>
      who.ok('POST', `/api/links/1/notes${who === owner ? '' : `?${library}`}`, {
        ...{ type: 'note', content: `of ${who.name}`, ...more },
      })
    const shared = { shared: true }
    const [ofOwner, ofEditor] = [await note(owner, shared), await note(editor, shared)]
    await note(commenter)
    await note(reader)
    const seen = async (who: Person): Promise<{ content: string; writer?: { id: string; name: string } }[]> =>
      who.ok('GET', `/api/links/1/notes${who === owner ? '' : `?${library}`}`)
    const told = async (who: Person) =>
      (await seen(who)).map(({ content, writer }) => [content, writer?.name])
    await expect.poll(async () => (await told(reader)).length).toBe(3)
    expect(await told(reader)).toEqual([
      ...[
        [`of ${owner.name}`, owner.name],
        [`of ${editor.name}`, editor.name],
      ],
      [`of ${reader.name}`, undefined],
    ])
    expect(await told(editor)).toEqual([
      ...[
        [`of ${owner.name}`, owner.name],
        [`of ${editor.name}`, undefined],
      ],
    ])
    // The first is that of withSecrets, which nobody else sees.
    expect((await told(owner)).slice(1)).toEqual([
      ...[
        [`of ${owner.name}`, undefined],
        [`of ${editor.name}`, editor.name],
      ],
    ])
    expect(await seen(reader)).toMatchObject([
      { id: ofOwner.id, library: owner.libraryId, shared: true, writer: { id: owner.libraryId } },
      {
        id: ofEditor.id,
        library: owner.libraryId,
        shared: true,
        writer: { id: await memberIdOf(owner, editor) },
      },
      { library: owner.libraryId },
    ])
    // The count of a card is that of the notes that its reader opens.
    const counted = async (who: Person, query: string) =>
      (await list(who, query)).links.find(({ id }) => id === 1)?.noteCount
    expect(await counted(reader, library)).toBe(3)
    expect(await counted(editor, library)).toBe(2)
    for (const query of ['archived=all', 'archived=all&sort=title', 'archived=all&collection=1'])
      expect(await counted(owner, query)).toBe(3)
    expect(await owner.ok('GET', '/api/links/1')).toMatchObject({ noteCount: 3 })
    // Notes of members are on no link of their own library that has the same id.
    await save(reader, { title: 'Own' })
    expect(await reader.ok('GET', '/api/links/1')).toMatchObject({ title: 'Own', noteCount: 0 })
    expect(await reader.ok('GET', '/api/links/1/notes')).toEqual([])
    await reader.ok('POST', '/api/links/1/notes', { type: 'note', content: 'On my own' })
    expect(await reader.ok('GET', '/api/notes')).toMatchObject([
      { note: { content: 'On my own' }, link: { title: 'Own' } },
      { note: { content: `of ${reader.name}`, library: owner.libraryId }, link: { title: '1' } },
    ])
    expect((await reader.ok('GET', '/api/notes'))[0].note).not.toHaveProperty('library')
    expect(await reader.ok('GET', '/api/notes/counts')).toMatchObject({ all: 2 })
    const { changes } = await reader.ok('GET', '/api/notes?changes=0')
    expect(changes.map(({ deleted }: { deleted: boolean }) => deleted)).toEqual([false, false])

    // They go with the one who wrote them, and with the choice.
    await owner.ok('DELETE', `/api/collections/1/members/${await memberIdOf(owner, editor)}`)
    expect((await told(reader)).map(([, name]) => name)).toEqual([owner.name, undefined])
    expect((await told(owner)).slice(1)).toEqual([[`of ${owner.name}`, undefined]])
    expect([await counted(reader, library), await counted(owner, 'archived=all')]).toEqual([2, 2])
  })

  it('are exported by their writer, those of the link of that library alone', async () => {
    const { owner, reader, library } = await withSecrets()
    await owner.ok('POST', '/api/links/1/notes', { type: 'note', content: 'Of the owner', shared: true })
    await reader.ok('POST', `/api/links/1/notes?${library}`, { type: 'note', content: 'There' })
    await save(reader, { title: 'Own' })
    await reader.ok('POST', '/api/links/1/notes', { type: 'note', content: 'Here' })
    const text = async (path: string) => (await gateway.ask({ method: 'GET', path }, reader.cookies)).text
    const there = await text(`/api/links/1/notes/export?${library}`)
    expect(there).toContain('There')
    expect(there).not.toMatch(/Here|Of the owner/)
    expect(await text('/api/links/1/notes/export')).not.toContain('There')
    const all = await text('/api/notes/export')
    expect(all.match(/^# .*$/gm)?.toSorted()).toEqual(['# 1', '# Own'])
  })
})
