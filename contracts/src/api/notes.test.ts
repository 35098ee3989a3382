import { expect, test } from 'vitest'
import { ListNotesQuery, TakeNoteRequest } from './note-requests.ts'

test('a search has no characters that Postgres refuses', () => {
  expect(ListNotesQuery.parse({ q: 'a\0b\ud800' }).q).toBe('a b\ufffd')
})

test('a client id is the same in upper and lower case', () => {
  const clientId = 'ABCDEF00-0000-4000-8000-000000000001'
  expect(TakeNoteRequest.parse({ type: 'note', content: 'c', clientId }).clientId).toBe(
    clientId.toLowerCase(),
  )
})
