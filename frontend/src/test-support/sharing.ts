import { MemberList, SharedCollection } from '@lectern/contracts/api/sharing.ts'
import { aLink, HttpResponse, http } from './server.ts'

/** The library of Ann, who shares a collection. */
export const ANN = '019a0000-0000-7000-8000-0000000000aa'
export const SEEDS = `/shared/${ANN}/3`

export const aShared = (changes: Partial<SharedCollection> = {}): SharedCollection =>
  SharedCollection.parse({
    ...{ libraryId: ANN, collectionId: 3, name: 'Seeds', description: null, color: '#10B981' },
    ...{ role: 'reader', owner: 'Ann', count: 1, favorites: 0, archived: 0, readUntil: null },
    ...{ inAllArticles: false, weeklyMail: false },
    ...changes,
  })

/** A link of that collection, with a number that the person's own library has, too. */
export const annsLink = (changes: Parameters<typeof aLink>[0] = {}) =>
  aLink({ id: 1, title: 'Of beans', collectionId: 3, library: ANN, savedBy: 'Bo', ...changes })

export const someMembers = (changes: Partial<MemberList> = {}): MemberList =>
  MemberList.parse({
    owner: { name: 'Ann', isYou: false },
    members: [
      { id: 'm-1', name: 'Bo Berg', role: 'editor', joinedAt: '2026-07-03T09:41:00.000Z', isYou: false },
      { id: 'm-2', name: 'mara', role: 'reader', joinedAt: '2026-07-04T09:41:00.000Z', isYou: true },
    ],
    ...changes,
  })

export const sharedWithMe = (...shared: SharedCollection[]) =>
  http.get('*/api/shared', () => HttpResponse.json(shared))
