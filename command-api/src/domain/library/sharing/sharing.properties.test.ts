import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { unpack } from '@lectern/contracts/events/link-values.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldAll } from '../../../test-support/given.ts'
import { at, created, opened, saved } from '../../../test-support/library.ts'
import { type LibraryCommand, library } from '../../library.ts'

/** Their roles in collection 1 at first; in collection 2 all are editors. */
const ROLES = { ann: 'editor', bob: 'commenter', cem: 'reader' } as const
const PEOPLE = ['ann', 'bob', 'cem'] as const
const person = fc.constantFrom(...PEOPLE)
const collectionId = fc.constantFrom(1, 2)
const linkId = fc.integer({ min: 1, max: 6 })
const role = fc.constantFrom('reader', 'commenter', 'editor')
const now = at

const byOwner = fc.oneof(
  fc.record({ collectionId, memberId: person, role }).map(change => ({ type: 'ChangeRole', ...change, now })),
  fc
    .record({ collectionId, memberId: person })
    .map(end => ({ type: 'EndMembership', ...end, how: 'removed', now })),
  fc.record({ linkId, collectionId }).map(move => ({ type: 'CollectLink', ...move, now })),
  fc.record({ collectionId }).map(deletion => ({ type: 'DeleteCollection', ...deletion, now })),
  linkId.map(id => ({ type: 'DeleteLink', linkId: id, now })),
  fc
    .record({ collectionId, memberId: fc.option(person) })
    .map(offer => ({ type: 'OfferHandover', ...offer, now })),
  fc
    .record({ plan: fc.constantFrom('pro', 'ultra', 'ultra'), cause: fc.uuid() })
    .map(plan => ({ type: 'SetAllowance', ...plan, now })),
)
const target = fc.option(collectionId)
const byMember = fc
  .tuple(
    person,
    fc.oneof(
      fc.record({ collectionId: target, url: fc.webUrl() }).map(save => ({
        ...{ type: 'SaveLink', note: null, tags: [], ignoreDuplicate: false },
        ...save,
      })),
      fc.record({ linkId, collectionId: target, title: fc.string({ minLength: 1 }) }).map(edit => ({
        ...{ type: 'EditLink', ignoreDuplicate: false },
        ...edit,
      })),
      fc.record({ linkId, collectionId: target }).map(move => ({ type: 'CollectLink', ...move })),
      fc
        .record({
          linkIds: fc.array(linkId),
          changes: fc.record({ collectionId: target, addTags: fc.constant(['x']) }),
        })
        .map(edit => ({ type: 'EditLinks', ...edit })),
      fc.nat(30).map(n => ({ type: 'UndoAct', n })),
      linkId.map(id => ({ type: 'DeleteLink', linkId: id })),
      fc
        .record({ collectionId, memberId: person, how: fc.constantFrom('left', 'removed') })
        .map(end => ({ type: 'EndMembership', ...end })),
      linkId.map(id => ({ type: 'ArchiveLink', linkId: id })),
      collectionId.map(id => ({ type: 'AcceptHandover', collectionId: id })),
    ),
  )
  .map(([by, command]) => ({ ...command, by, now }))

type Step = { type: string; by?: string; n?: number }
/** `saved` is a link that the same command saved, `undoes` what it undoes. */
type Done = {
  readonly event: LibraryEvent
  readonly by: string | undefined
  readonly saved?: number
  readonly undoes?: Done | undefined
}

/** Who may change what, followed by itself from the events. */
const oracle = () => {
  const editors = new Map<string, Set<number>>(
    PEOPLE.map(name => [name, new Set(ROLES[name] === 'editor' ? [1, 2] : [2])]),
  )
  let isPaused = false
  const offers = new Map<number, string | null>()
  const place = new Map<number, number | null>()
  /** The links of an event by a member, and the collections that it names. */
  const touched = ({ type, data }: LibraryEvent): { links: number[]; collections: (number | null)[] } => {
    switch (type) {
      case 'LinkCollected':
        return { links: [data.linkId], collections: [data.collectionId] }
      case 'LinkEdited':
        return { links: [data.linkId], collections: [data.changes.collectionId ?? null] }
      case 'LinksEdited':
        return { links: [...idsIn(data.links)], collections: [data.changes.collectionId ?? null] }
      case 'LinkSaved':
        return { links: [], collections: [] }
      case 'ActUndone': {
        const back = new Set(
          data.changes.flatMap(({ links, restored }) => (restored.collectionId ? [...idsIn(links)] : [])),
        )
        return {
          links: data.changes
            .flatMap(({ links }) => [...idsIn(links)])
            .filter(id => !(back.has(id) && place.get(id) === null)),
          collections: data.changes.flatMap(({ restored }) => unpack(restored).collectionId ?? []),
        }
      }
      default:
        throw new Error(`${type} is not for members`)
    }
  }
  return {
    mayHave: ({ event, by, saved, undoes }: Done): boolean => {
      if (by === undefined) return true
      if (undoes && undoes.by !== by) return false
      if (event.type === 'MemberLeft') return event.data.memberId === by && event.data.how === 'left'
      const own = editors.get(by) ?? new Set()
      if (event.type === 'CollectionDeleted')
        return offers.get(event.data.collectionId) === by && own.has(event.data.collectionId)
      if (isPaused) return false
      const { links, collections } = touched(event)
      const inOwn = (id: number | null | undefined) => id != null && own.has(id)
      return (
        links.every(id => id === saved || inOwn(place.get(id))) &&
        collections.every(id => id === null || inOwn(id))
      )
    },
    follow: ({ event: { type, data } }: Done) => {
      if (type === 'AllowanceChanged') isPaused = data.plan !== 'ultra'
      if (type === 'MemberRoleChanged') {
        const own = editors.get(data.memberId)
        if (data.role === 'editor') own?.add(data.collectionId)
        else own?.delete(data.collectionId)
      }
      if (type === 'HandoverOffered') offers.set(data.collectionId, data.memberId)
      if (type === 'MemberLeft') editors.get(data.memberId)?.delete(data.collectionId)
      if (type === 'CollectionDeleted') for (const own of editors.values()) own.delete(data.collectionId)
    },
    place,
  }
}

it('no interleaving of what four people do leads to an event by somebody who had no right to it', () => {
  const start: LibraryEvent[] = [
    ...[opened, { type: 'AllowanceChanged', data: { plan: 'ultra', limit: 50, cause: 'c', at } } as const],
    ...[created(1), created(2), ...[1, 2, 3, 4].map(id => saved(id))],
    ...PEOPLE.flatMap(memberId =>
      [1, 2].map(
        (collectionId): LibraryEvent => ({
          type: 'MemberJoined',
          data: {
            ...{ collectionId, invitationId: `${memberId}${collectionId}`, memberId, at },
            role: collectionId === 1 ? ROLES[memberId] : 'editor',
          },
        }),
      ),
    ),
  ]
  let byMembers = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof(byOwner, { arbitrary: byMember, weight: 8 }), { minLength: 20, maxLength: 60 }),
      steps => {
        let state = foldAll(library, start)
        const rights = oracle()
        const done: Done[] = []
        for (const [n, step] of (steps as Step[]).entries()) {
          const undone = done[(step.n ?? 0) % Math.max(1, done.length)]
          if (step.type === 'UndoAct' && undone === undefined) continue
          const known = undone && { event: undone.event, commandId: 'known', actorId: undone.by }
          const command = { ...step, ...(step.type === 'UndoAct' && { undone: 'known', known }) }
          let events: LibraryEvent[]
          try {
            events = library.decide(command as unknown as LibraryCommand, state)
          } catch (error) {
            if (error instanceof Rejected) continue
            throw error
          }
          for (const event of events) {
            for (const [id, link] of state.links) rights.place.set(id, link.collectionId)
            const first = events[0]
            const act: Done = {
              ...{ event, by: step.by, undoes: step.type === 'UndoAct' ? undone : undefined },
              ...(first?.type === 'LinkSaved' && { saved: first.data.linkId }),
            }
            expect(rights.mayHave(act), JSON.stringify(act)).toBe(true)
            if (step.by !== undefined) byMembers += 1
            rights.follow(act)
            state = library.evolve(state, event, 100 + n)
            done.push(act)
          }
        }
      },
    ),
    { numRuns: 400 },
  )
  expect(byMembers).toBeGreaterThan(500)
})
