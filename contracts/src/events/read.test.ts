import { expect, test } from 'vitest'
import { readAccountEvent, readEvent, readMetadata, UnreadableEvent, unhandled } from './read.ts'

const at = '2026-01-02T03:04:05.678Z'
const favorited = { type: 'LinkFavorited', data: { linkId: 7, at } }

test('an event has the id of its aggregate, which may contain dashes', () => {
  const id = '01980000-0000-7000-8000-000000000001'
  expect(readEvent({ stream: `library-${id}`, ...favorited })).toEqual({
    kind: 'library',
    id,
    event: favorited,
  })
})

test('the tombstone of any stream is read as its deletion', () => {
  for (const stream of ['library-7', 'account-7', 'elsewhere'])
    expect(readEvent({ stream, type: '$streamDeleted', data: {} })).toEqual({ kind: 'deleted', stream })
})

test.each(['elsewhere', 'elsewhere-7', '$settings', 'library', 'accounts'])(
  'stream %s is foreign',
  stream => {
    expect(readEvent({ stream, type: 'AnyType', data: 'anything' })).toEqual({ kind: 'foreign', stream })
  },
)

test.each([
  ['of an unknown type', 'LinkDreamtOf', { linkId: 7, at }],
  ['of a type of another stream', 'AccountOpened', {}],
  ['without a field', 'LinkFavorited', { at }],
  ['without data', 'LinksEdited', null],
  ['with a field of another shape', 'LinkCollected', { linkId: 7, collectionId: 7, before: 7, at }],
])('an event %s is unreadable', (_, type, data) => {
  expect(() => readEvent({ stream: 'library-7', type, data })).toThrow(UnreadableEvent)
})

test('an error names the type and the stream', () => {
  expect(() => readAccountEvent({ stream: 'account-7', ...favorited })).toThrow(/LinkFavorited of account-7/)
})

test('metadata of another shape is unreadable', () => {
  expect(() => readMetadata({ stream: 'library-7', ...favorited, metadata: { via: 'web' } })).toThrow(
    UnreadableEvent,
  )
})

test('an event that nothing handles is an error', () => {
  expect(() => unhandled(favorited as never)).toThrow(/LinkFavorited/)
})
