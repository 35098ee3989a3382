import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { aContent, aLink, aList } from '../../test-support/server.ts'
import { ANN, annsLink } from '../../test-support/sharing.ts'
import { namedLink } from '../answers.ts'
import { SharedList } from '../collections/shared-list.ts'
import { idIn } from '../id.ts'
import { ALL_LINKS, keys } from '../links/keys.ts'
import { noteKeys } from '../notes/keys.ts'
import { putRemembered, readRemembered } from '../remembered/store.ts'
import { keepArticle, listSaved, removeSaved } from '../saved-articles/store.ts'
import { forgetEnded } from './forget-ended.ts'

const theirs = namedLink(annsLink())
const other = namedLink(annsLink({ id: 2, collectionId: 4 }))
const own = aLink()
const at = '2026-11-27T10:00:00.000Z'
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
    ...{ owner: 'Ann', count: 1, favorites: 0, archived: 0, readUntil: null, inAllArticles: false, weeklyMail: false },
  },
])

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
  ]
  await putRemembered('mara', readings, () => true)
  for (const link of [own, theirs, other])
    await keepArticle('mara', { link, content: aContent(), notes: [], images: [], isByHand: true })
  const client = new QueryClient()
  for (const { queryKey, data } of readings) client.setQueryData(queryKey, { data, asOf: 1 })
  client.setQueryData(keys.content(theirs.id), aContent())
  client.setQueryData(keys.content(1), aContent())

  const savedArticles = async () => ({ remove: (ids: never) => removeSaved('mara', ids) }) as never
  await forgetEnded({ userId: 'mara', client, savedArticles }, shared)

  const kept = await Promise.all(readings.map(async ({ queryKey }) => readRemembered('mara', queryKey)))
  expect(kept.map(Boolean)).toEqual([true, false, false, true, false, true, true])
  expect((await listSaved('mara')).map(({ id }) => id).sort()).toEqual([1, other.id].sort())
  const hasLoaded = (queryKey: readonly unknown[]) => client.getQueryData(queryKey) !== undefined
  expect(readings.map(({ queryKey }) => hasLoaded(queryKey))).toEqual(kept.map(Boolean))
  expect([hasLoaded(keys.content(theirs.id)), hasLoaded(keys.content(1))]).toEqual([false, true])

  await forgetEnded({ userId: 'mara', client, savedArticles }, [])
  expect(await readRemembered('mara', noteKeys.ofLink(other.id))).toBeUndefined()
  expect((await listSaved('mara')).map(({ id }) => id)).toEqual([1])
})
