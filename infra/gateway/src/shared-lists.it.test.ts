import { randomUUID } from 'node:crypto'
import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { type Person, peopleOf } from './test-support/people.ts'

/** Four people act in one collection at once, each with a stream of own acts. */
const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp, join, memberIdOf } = peopleOf(gateway)

const EDITORS = 3
const linkId = fc.integer({ min: 1, max: 8 })
const tag = fc.constantFrom('one', 'two', 'three')
const place = fc.constantFrom(1, 1, 2, null)

const act = fc.oneof(
  place.map(collectionId => ({ method: 'POST', path: '/api/links', body: { title: 'New', collectionId } })),
  fc.tuple(linkId, fc.string({ minLength: 1, maxLength: 9 })).map(([id, title]) => ({
    ...{ method: 'PATCH', path: `/api/links/${id}`, body: { title: `t${title}` } },
  })),
  fc.tuple(linkId, place).map(([id, collectionId]) => ({
    ...{ method: 'PUT', path: `/api/links/${id}/collection`, body: { collectionId } },
  })),
  fc.tuple(fc.uniqueArray(linkId, { minLength: 1 }), tag).map(([linkIds, one]) => ({
    ...{ method: 'PUT', path: '/api/links/bulk', body: { linkIds, updates: { addTags: [one] } } },
  })),
  linkId.map(id => ({ method: 'PATCH', path: `/api/links/${id}/archive`, body: { isArchived: true } })),
  fc.constant({ method: 'POST', path: '/api/undo', body: {} }),
)
type Act = typeof act extends fc.Arbitrary<infer Of> ? Of : never

/** What is the same for all: flags, notes and progress are each person's own. */
const common = ({ id, url, title, note, tags, createdAt, collectionId }: Link) => ({
  ...{ id, url, title, note, tags, createdAt, collectionId },
})

it('any interleaving of what four people do ends in the same list for all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 8, maxLength: 8 }), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      async (streams, isRemoved) => {
        const owner = await signUp('ultra')
        for (const name of ['Garden', 'House']) await owner.ok('POST', '/api/collections', { name })
        for (const n of [1, 2, 3, 4, 5])
          await owner.ok('POST', '/api/links', {
            ...{ url: `https://example.com/${n}`, title: `${n}`, collectionId: n < 5 ? 1 : 2 },
          })
        const editors: Person[] = []
        for (let n = 0; n < EDITORS; n += 1) {
          const editor = await signUp()
          editors.push(editor)
          await join(owner, editor, 'editor')
        }
        const people = [owner, ...editors]
        const query = (who: Person) => (who === owner ? '' : `?library=${owner.libraryId}`)
        const run = async (who: Person, acts: readonly Act[]) => {
          let last = ''
          for (const { method, path, body } of acts) {
            const isUndo = path === '/api/undo'
            const sent = {
              ...body,
              ...(isUndo && { commandId: last }),
              ...(path === '/api/links' && { url: `https://example.com/${randomUUID()}` }),
            }
            const key = randomUUID()
            const { status } = await who.ask(method, `${path}${query(who)}`, sent, key)
            expect([method, path, status < 500]).toEqual([method, path, true])
            if (!isUndo) last = key
          }
        }
        const removal = async () => {
          const id = await memberIdOf(owner, editors[0] as Person)
          if (isRemoved) await owner.ok('DELETE', `/api/collections/1/members/${id}`)
        }
        await Promise.all([...people.map((who, n) => run(who, streams[n] ?? [])), removal()])

        const last = { url: 'https://example.com/last', title: 'Last', collectionId: 1 }
        await owner.ok('POST', '/api/links', last)
        const listOf = async (who: Person, sort: string) => {
          const of = `collection=1&archived=all&limit=100&sort=${sort}`
          const { links, total }: LinkList = await who.ok('GET', `/api/links${query(who) || '?'}&${of}`)
          return { links: links.map(common), total, ids: await idsOf(who) }
        }
        const idsOf = async (who: Person) => {
          const { count } = await who.ok(
            'GET',
            `/api/links/ids${query(who) || '?'}&collection=1&archived=all`,
          )
          return count
        }
        const titles = async (who: Person, sort: string) =>
          (await listOf(who, sort)).links.map(({ title }) => title)
        const members = isRemoved ? editors.slice(1) : editors
        for (const sort of ['oldest', 'title']) {
          // Who sees the last act sees all before it.
          await expect.poll(() => titles(owner, sort)).toContain('Last')
          const ofOwner = await listOf(owner, sort)
          expect(ofOwner.links.length).toBe(ofOwner.total)
          expect(ofOwner.ids).toBe(ofOwner.total)
          for (const who of members) {
            await expect.poll(() => titles(who, sort)).toContain('Last')
            expect(await listOf(who, sort)).toEqual(ofOwner)
          }
        }
      },
    ),
    { numRuns: 6 },
  )
}, 60_000)
