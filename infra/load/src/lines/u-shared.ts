import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Link, LinkList } from '@lectern/contracts/api/links.ts'
import type { InvitedAnswer } from '@lectern/contracts/api/sharing.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Line, milliseconds, times } from '../measure/report.ts'
import { fillLibrary, liftCap } from '../world/seed.ts'
import { signUp, succeed, type User } from '../world/users.ts'

const LINKS = 5_000
const MEMBERS = 9
const SECONDS = 60
/** What is not seen by then counts as this. */
const UNSEEN_MS = 10_000

/** Ten people in one collection act once a second each; what each of them did is looked for by the nine others. */
export const sharedLines = async (parts: BenchParts): Promise<Line[]> => {
  const { stack, pool, store, site } = parts
  const names = { port: stack.port, pool, prefix: 'shared' }
  const [owner, bystander, ...members] = (await signUp(names, MEMBERS + 2)) as [User, User, ...User[]]
  for (const user of [owner, bystander]) await fillLibrary(store, user, { site, articles: 100, links: LINKS })
  await liftCap(store, owner, { plan: 'ultra', limit: 50_000 })
  await succeed(owner.api, { method: 'POST', path: '/api/collections', body: { name: 'Shared' } })
  for (let first = 1; first <= LINKS; first += 1_000) {
    const linkIds = Array.from({ length: 1_000 }, (_, n) => first + n)
    const body = { linkIds, updates: { collectionId: 1 } }
    await succeed(owner.api, { method: 'PUT', path: '/api/links/bulk', body })
  }
  for (const member of members) await join(owner, member)

  const people = [owner, ...members]
  const watchers = people.map(user => watch(stack.port, user, owner))
  await pause(1_000)
  const before = await listing(bystander, 10)
  const seen: number[] = []
  let acts = 0
  const acting = people.map(async (user, place) => {
    for (let n = 0; n < SECONDS; n += 1) {
      const [linkId, title] = [1 + place * 500 + n, `title ${place} ${n}`]
      const began = performance.now()
      const waits = watchers.filter((_, other) => other !== place)
      const looks = waits.map(watcher => watcher.seen(linkId, title))
      await succeed(user.api, { method: 'PATCH', path: pathOf(user, owner, linkId), body: { title } })
      acts += 1
      for (const look of looks) void look.then(at => seen.push(Math.min(at - began, UNSEEN_MS)))
      await pause(Math.max(0, began + 1_000 - performance.now()))
    }
  })
  const meanwhile = listing(bystander, SECONDS - 2)
  await Promise.all(acting)
  const during = await meanwhile
  await pause(2_000)
  for (const watcher of watchers) watcher.stop()
  const list = await succeed<LinkList>(owner.api, { method: 'GET', path: '/api/links?collection=1&limit=1' })
  if (list.total !== LINKS) throw new Error(`The collection has ${list.total} links`)

  const wanted = acts * MEMBERS
  const p99 = at(seen, 0.99)
  return [
    {
      measure: '(u) an act in a shared collection seen by the nine others, p99',
      ours: milliseconds(p99),
      ratio: `${seen.length} of ${wanted}`,
      required: 'all, under 1,000 ms',
      ok: seen.length === wanted && p99 < 1_000,
    },
    {
      measure: '    a list of somebody else meanwhile, p50',
      ours: milliseconds(at(during, 0.5)),
      limit: milliseconds(at(before, 0.5)),
      ratio: times(at(during, 0.5) / at(before, 0.5)),
      required: 'at most × 1.5',
      ok: at(during, 0.5) / at(before, 0.5) <= 1.5,
    },
  ]
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

const pathOf = (user: User, owner: User, linkId: number): string =>
  `/api/links/${linkId}${user === owner ? '' : `?library=${owner.libraryId}`}`

const join = async (owner: User, member: User): Promise<void> => {
  const body = { emails: [], role: 'editor', forAnyone: true }
  const path = '/api/collections/1/invitations'
  const { url = '' } = await succeed<InvitedAnswer>(owner.api, { method: 'POST', path, body })
  const token = url.split('/').at(-1)
  await succeed(member.api, { method: 'POST', path: `/api/invitations/${token}/accept` })
}

/** Lists ten times a second. @returns the times in ms */
const listing = async (user: User, seconds: number): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < seconds * 10; n += 1) {
    const began = performance.now()
    await succeed(user.api, { method: 'GET', path: '/api/links' })
    times.push(performance.now() - began)
    await pause(Math.max(0, began + 100 - performance.now()))
  }
  return times
}

/** A person who hears of changes and reads the links that they name, as a client does. */
const watch = (port: number, user: User, owner: User) => {
  const waiting = new Map<number, { title: string; seen: (at: number) => void }>()
  const look = async (linkId: number) => {
    const link = await succeed<Link>(user.api, { method: 'GET', path: pathOf(user, owner, linkId) })
    const waits = waiting.get(linkId)
    if (waits?.title !== link.title) return
    waiting.delete(linkId)
    waits.seen(performance.now())
  }
  const headers = { cookie: user.api.cookie() }
  const asked = request({ host: '127.0.0.1', port, path: '/api/changes', headers }, answer => {
    const lines = createInterface(answer)
    // It ends in the middle.
    lines.on('error', () => {})
    lines.on('line', line => {
      if (!line.startsWith('data:')) return
      const { what = [], shared } = JSON.parse(line.slice(5))
      if (shared || what.includes('links')) for (const linkId of waiting.keys()) void look(linkId)
    })
  })
  asked.on('error', () => {})
  asked.end()
  return {
    seen: (linkId: number, title: string) =>
      new Promise<number>(resolve => waiting.set(linkId, { title, seen: resolve })),
    stop: () => asked.destroy(),
  }
}
