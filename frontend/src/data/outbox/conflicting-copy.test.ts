import { expect, test, vi } from 'vitest'
import { aNote } from '../../test-support/server.ts'
import type { Act } from '../acts/kinds.ts'
import * as copies from './conflicting-copy.ts'
import { sendAct } from './send-act.ts'

const KEY = '01980000-0000-7000-8000-000000000009'
const position = { start: 10, end: 20 }
const seen = aNote({ id: 5, linkId: 7, type: 'quote', content: 'Old', selectedText: 'a road', position })
const revise = (changes: object = { content: 'Mine' }): Act => {
  const { type, content, selectedText, color, isPrivate, anchor } = seen
  const was = { type, content, selectedText, color, isPrivate, position, anchor }
  const params = { noteId: 5, linkId: 7, basedOn: seen.updatedAt, was, ...changes }
  const stored = { seq: 1, key: KEY, userId: 'mara', at: '2026-11-22T10:00:00.000Z', state: 'waiting' }
  return { ...stored, name: 'reviseNote', params } as Act
}

/** Answers the requests in order. @returns what was asked: method, path and body */
const answer = (...answers: [status: number, body: object][]) => {
  const asked: { method: string; path: string; body: Record<string, unknown> }[] = []
  vi.stubGlobal(
    'fetch',
    async (path: string, { method = '', body = '{}' }: { method: string; body: string }) => {
      asked.push({ method, path, body: JSON.parse(body) })
      const [status, given] = answers[asked.length - 1] ?? [500, { message: 'Not expected.' }]
      return Response.json(given, { status })
    },
  )
  return asked
}
const send = (act: Act, hasWaited = true) => sendAct(act, hasWaited, async () => copies)
const changed = (content: string) => ({
  message: 'Changed.',
  error: 'Changed.',
  current: { ...seen, content, isPrivate: true, updatedAt: '2026-11-22T12:00:00.000Z' },
})

test('a text that waited while its note was changed elsewhere becomes a new note at the same place', async () => {
  const copy = aNote({ id: 6, linkId: 7, content: 'Conflicting copy\n\nMine' })
  const asked = answer([409, changed('Theirs')], [201, copy])
  expect(await send(revise())).toEqual(copy)
  expect(asked[1]).toEqual({
    method: 'POST',
    path: '/api/links/7/notes',
    body: {
      ...{ clientId: KEY, type: 'quote', content: 'Conflicting copy\n\nMine', selectedText: 'a road' },
      ...{ color: seen.color, isPrivate: true, position, anchor: seen.anchor },
    },
  })
})

test('the text of a note that was deleted elsewhere becomes a new note', async () => {
  const asked = answer(
    [404, { message: 'This note was not found.' }],
    [201, aNote({ id: 6, content: 'Mine' })],
  )
  await send(revise())
  expect(asked[1]?.body).toMatchObject({ clientId: KEY, content: 'Mine', selectedText: 'a road', position })
})

test('a text stays in its note where only the color was changed elsewhere', async () => {
  const asked = answer([409, changed('Old')], [200, { ...seen, content: 'Mine' }])
  await send(revise())
  expect(asked[1]).toMatchObject({ method: 'PUT', body: { basedOn: '2026-11-22T12:00:00.000Z' } })
})

test('an edit that was made just now is refused, since its form asks', async () => {
  const asked = answer([409, changed('Theirs')])
  await expect(send(revise(), false)).rejects.toThrow('Changed.')
  expect(asked).toHaveLength(1)
})

test.each([
  ['another reason', revise(), 409, 'A library holds at most 100 MB of notes.'],
  ['no text', revise({ color: '#000000' }), 404, 'This note was not found.'],
])('a revision with %s is refused', async (_why, act, status, message) => {
  answer([status, { message }])
  await expect(send(act)).rejects.toThrow(message)
})

test('a text whose article is gone, too, is refused with that reason', async () => {
  answer([404, { message: 'This note was not found.' }], [404, { message: 'This article was not found.' }])
  await expect(send(revise())).rejects.toThrow('This article was not found.')
})

const remove = { ...revise(), name: 'deleteNote', params: { noteId: 5, linkId: 7 } } as Act

test('the deletion of a note that is gone is done', async () => {
  answer([404, { message: 'This note was not found.' }])
  expect(await send(remove)).toBeUndefined()
})

test.each([remove, revise()])('the page of a proxy does not say that a note is gone', async act => {
  const fetch = vi.fn(async () => new Response('404 page not found', { status: 404 }))
  vi.stubGlobal('fetch', fetch)
  await expect(send(act)).rejects.toMatchObject({ status: 404 })
  expect(fetch).toHaveBeenCalledOnce()
})
