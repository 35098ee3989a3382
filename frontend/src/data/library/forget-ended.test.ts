import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { aContent, aLink, aList, aNote } from '../../test-support/server.ts'
import { ANN, annsLink } from '../../test-support/sharing.ts'
import type { Act } from '../acts/kinds.ts'
import { namedLink } from '../answers.ts'
import { SharedList } from '../collections/shared-list.ts'
import { type Id, idIn } from '../id.ts'
import { editKey } from '../links/drafts.ts'
import { ALL_LINKS, keys } from '../links/keys.ts'
import { allDrafts, isSending, keepDraft } from '../notes/drafts.ts'
import { noteKeys } from '../notes/keys.ts'
import { newNote } from '../notes/new-note.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { putRemembered, readRemembered } from '../remembered/store.ts'
import { keepArticle, listSaved, removeSaved } from '../saved-articles/store.ts'
import { forgetEnded } from './forget-ended.ts'
import { setAside } from './set-aside.ts'

const theirs = namedLink(annsLink())
const other = namedLink(annsLink({ id: 2, collectionId: 4 }))
const own = aLink()
const at = '2026-11-27T10:00:00.000Z'
const later = '2026-11-27T10:00:01.000Z'
const shared = SharedList.parse([
  {
    ...{
      libraryId: ANN,
      collectionId: 4,
      name: 'Beans',
      description: null,
      color: '#10B981',
      role: 'reader',
    },
    ...{
      owner: 'Ann',
      count: 1,
      favorites: 0,
      archived: 0,
      readUntil: null,
      inAllArticles: false,
      weeklyMail: false,
    },
  },
])

const entriesOn = (linkId: Id) => ({
  entries: [
    { note: { ...aNote(), linkId }, link: { title: '', url: '', previewImage: null, siteName: null } },
  ],
  nextCursor: null,
})

/** An outbox that only keeps what could not be sent. */
const anOutbox = () => {
  const refused = new Map<number, Act>()
  const change = (_act: Act, { stored }: { stored: readonly Act[] }) => {
    for (const each of stored) refused.set(each.seq, each)
  }
  return { pending: () => [], refused: () => [...refused.values()], change }
}
const outbox = anOutbox() as unknown as Outbox

test('what a device keeps of a collection goes with the access, and nothing else', async () => {
  const list = (id: number) => keys.list({ ...ALL_LINKS, collection: idIn(ANN, id) })
  const readings = [
    { queryKey: keys.list(ALL_LINKS), data: aList([own]), at },
    {
      queryKey: keys.list({ ...ALL_LINKS, shared: [idIn(ANN, 3)] }),
      data: { ...aList([]), links: [own, theirs] },
      at,
    },
    { queryKey: list(3), data: aList([]), at },
    { queryKey: list(4), data: { ...aList([]), links: [other] }, at },
    { queryKey: keys.one(theirs.id), data: theirs, at },
    { queryKey: keys.one(1), data: own, at },
    { queryKey: noteKeys.ofLink(other.id), data: [], at },
    // Another collection of the same owner is still shared.
    { queryKey: noteKeys.ofLink(theirs.id), data: [], at },
    { queryKey: noteKeys.list({ type: null, q: '' }), data: entriesOn(other.id), at },
    { queryKey: noteKeys.list({ type: 'note', q: '' }), data: entriesOn(theirs.id), at },
  ]
  await putRemembered('mara', readings, () => true)
  for (const link of [own, theirs, other])
    await keepArticle('mara', { link, content: aContent(), notes: [], images: [], isByHand: true })
  const client = new QueryClient()
  for (const { queryKey, data } of readings) client.setQueryData(queryKey, { data, asOf: 1 })
  client.setQueryData(keys.content(theirs.id), aContent())
  client.setQueryData(keys.content(1), aContent())

  const savedArticles = async () => ({ remove: (ids: never) => removeSaved('mara', ids) }) as never
  await forgetEnded({ userId: 'mara', client, outbox, savedArticles }, shared)

  const kept = await Promise.all(readings.map(async ({ queryKey }) => readRemembered('mara', queryKey)))
  expect(kept.map(Boolean)).toEqual([true, false, false, true, false, true, true, false, true, false])
  expect((await listSaved('mara')).map(({ id }) => id).sort()).toEqual([1, other.id].sort())
  const hasLoaded = (queryKey: readonly unknown[]) => client.getQueryData(queryKey) !== undefined
  expect(readings.map(({ queryKey }) => hasLoaded(queryKey))).toEqual(kept.map(Boolean))
  expect([hasLoaded(keys.content(theirs.id)), hasLoaded(keys.content(1))]).toEqual([false, true])

  await forgetEnded({ userId: 'mara', client, outbox, savedArticles }, [])
  expect(await readRemembered('mara', noteKeys.ofLink(other.id))).toBeUndefined()
  expect((await listSaved('mara')).map(({ id }) => id)).toEqual([1])
})

test('what was typed about it is set aside once, in however many tabs, and nothing else is', () => {
  const typed = (linkId: Id, content: string) =>
    keepDraft('bob', { ...newNote({ linkId, type: 'note', content }), of: null, at })
  typed(theirs.id, 'Sow early.')
  const of = { id: 5, updatedAt: at, content: 'Old', isPrivate: false }
  keepDraft('bob', { ...newNote({ linkId: theirs.id, type: 'note', content: 'New' }), of, at: later })
  typed(1, 'Of my own.')
  const title = { value: 'Of peas', was: 'Of beans' }
  localStorage.setItem(editKey('bob', theirs.id), JSON.stringify({ at, texts: { title } }))
  const tabs = [anOutbox(), anOutbox()]
  const isEnded = (id: Id) => id === theirs.id
  for (const tab of tabs) expect(setAside('bob', tab, isEnded)).toBe(true)
  const [first = [], second = []] = tabs.map(tab => tab.refused())
  expect(first.map(({ seq }) => seq)).toEqual(second.map(({ seq }) => seq))
  const linkId = theirs.id
  expect(first).toMatchObject([
    { name: 'takeNote', state: 'refused', params: { linkId, content: 'Sow early.' } },
    { name: 'reviseNote', state: 'refused', params: { linkId, noteId: 5, content: 'New' } },
    { name: 'editLink', state: 'refused', params: { linkId, changes: { title: 'Of peas' } } },
  ])
  // Discarding them drops the drafts.
  const drafts = allDrafts('bob').filter(draft => draft.linkId === linkId)
  for (const draft of drafts) expect(first.some(act => isSending(act, draft))).toBe(true)
  for (const tab of tabs) expect(setAside('bob', tab, isEnded)).toBe(false)
})
