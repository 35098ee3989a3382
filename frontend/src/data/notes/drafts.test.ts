import { beforeEach, expect, test, vi } from 'vitest'
import { aNote } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import { forgetDrafts } from '../drafts.ts'
import {
  allDrafts,
  type Draft,
  dropDraft,
  isSending,
  keepDraft,
  settleDraft,
  subscribeDrafts,
} from './drafts.ts'
import { newNote } from './new-note.ts'

const USER = 'mara'
const AT = '2026-11-22T10:00:00.000Z'
const draft = (changes: Partial<Draft> = {}): Draft => ({
  ...newNote({ linkId: 1, type: 'note', content: 'Half a thou' }),
  of: null,
  at: AT,
  ...changes,
})
const edit = (id: number, content: string) =>
  draft({ of: { id, content: 'Before', isPrivate: false, updatedAt: AT }, content })
const act = (name: Act['name'], params: object, more: object = {}): Act =>
  ({ seq: 9, key: 'key', userId: USER, at: AT, state: 'sent', name, params, ...more }) as Act

beforeEach(() => {
  for (const user of [USER, 'ben']) forgetDrafts(user)
})

test('drafts belong to their user, and are gone when the device forgets them', () => {
  const mine = draft()
  keepDraft(USER, mine)
  keepDraft('ben', draft({ content: 'Of another' }))
  expect(allDrafts(USER)).toEqual([mine])
  forgetDrafts(USER)
  expect(allDrafts(USER)).toEqual([])
  expect(allDrafts('ben')).toHaveLength(1)
})

test('a draft is kept while the server answers, and deleted by the answer to this text alone', () => {
  const typed = edit(5, 'After')
  keepDraft(USER, typed)
  const revise = (content: string) => act('reviseNote', { noteId: 5, linkId: 1, content })
  expect(isSending(revise('After'), typed)).toBe(true)
  settleDraft(USER, revise('Aft'))
  settleDraft(USER, act('favorite', { linkId: 1, isFavorite: true }))
  expect(allDrafts(USER)).toEqual([typed])
  settleDraft(USER, revise('After'))
  expect(allDrafts(USER)).toEqual([])
})

test('a draft on a note without an id gets the id that the server gives', () => {
  keepDraft(USER, edit(-9, 'More'))
  settleDraft(
    USER,
    act('takeNote', newNote({ linkId: 1, type: 'note', content: 'Before' }), { result: aNote({ id: 7 }) }),
  )
  expect(allDrafts(USER)).toMatchObject([{ of: { id: 7 }, content: 'More' }])
})

test('a note that was edited before it was sent leaves neither the draft of its first text nor that of the last', () => {
  const first = draft({ content: 'First' })
  const last = edit(-9, 'Last')
  keepDraft(USER, first)
  keepDraft(USER, last)
  const take = act('takeNote', {
    ...newNote({ linkId: 1, type: 'note', content: 'Last' }),
    clientId: first.clientId,
  })
  expect([first, last].map(each => isSending(take, each))).toEqual([true, true])
  const later = { ...first, content: 'Typed after it', at: '2026-11-22T10:05:00.000Z' }
  expect(isSending(take, later)).toBe(false)
  settleDraft(USER, take)
  expect(allDrafts(USER)).toEqual([])
})

test('drafts on a link that was not sent yet go to the link that the server has', () => {
  keepDraft(USER, draft({ linkId: -9 }))
  settleDraft(USER, act('saveLink', { url: 'https://new.test/', title: 'New' }, { result: { id: 3 } }))
  expect(allDrafts(USER)).toMatchObject([{ linkId: 3, content: 'Half a thou' }])
})

test('a text that another version of the client wrote is left out', () => {
  localStorage.setItem(`draft:${USER}:1:x`, '{"linkId":1}')
  expect(allDrafts(USER)).toEqual([])
})

test('a change is told in this tab and in others', () => {
  const listener = vi.fn()
  const stop = subscribeDrafts(listener)
  const mine = draft()
  keepDraft(USER, mine)
  dropDraft(USER, mine)
  dispatchEvent(new StorageEvent('storage', { key: `draft:${USER}:1:x` }))
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(listener).toHaveBeenCalledTimes(3)
  stop()
})
