import { expect, test } from 'vitest'
import { aLink } from '../../test-support/server.ts'
import {
  changesOf,
  clashes,
  emptyDraft,
  insisted,
  problemsOf,
  shownOf,
  shownValue,
  typed,
  untyped,
} from './draft.ts'

const link = aLink({ title: 'A', note: 'Why', tags: ['one', 'two'], collectionId: 4 })

test('a field that was not touched follows the link; one that was typed into stays', () => {
  const draft = typed(emptyDraft(), link, 'title', 'Mine')
  const now = { ...link, title: 'The page', note: 'Theirs' }
  expect(shownValue(draft, now, 'title')).toBe('Mine')
  expect(shownValue(draft, now, 'note')).toBe('Theirs')
  expect(changesOf(draft, now)).toEqual({ title: 'Mine' })
})

test('a field that was changed on both sides is asked about until one side is chosen', () => {
  const draft = typed(typed(emptyDraft(), link, 'title', 'Mine'), link, 'note', 'Also mine')
  const now = { ...link, title: 'Theirs' }
  expect(clashes(draft, link)).toEqual([])
  expect(clashes(draft, now)).toEqual(['title'])
  // Typing after the change does not answer the question.
  expect(clashes(typed(draft, now, 'title', 'Mine, too'), now)).toEqual(['title'])
  expect(clashes(insisted(draft, now, 'title'), now)).toEqual([])
  expect(changesOf(insisted(draft, now, 'title'), now)).toEqual({ title: 'Mine', note: 'Also mine' })
  expect(changesOf(untyped(draft, 'title'), now)).toEqual({ note: 'Also mine' })
  expect(clashes(insisted(draft, now, 'title'), { ...now, title: 'Theirs again' })).toEqual(['title'])
})

test('both sides may write the same, or the person may take the typed text back', () => {
  const draft = typed(emptyDraft(), link, 'title', 'Same')
  expect(clashes(draft, { ...link, title: 'Same' })).toEqual([])
  expect(changesOf(draft, { ...link, title: 'Same' })).toEqual({})
  expect(changesOf(typed(draft, link, 'title', 'A'), link)).toEqual({})
})

test('tags are added and taken away, so that those of another device stay', () => {
  const draft = { ...emptyDraft(), removedTags: ['one'], addedTags: 'three, two' }
  expect(changesOf(draft, link).tags).toEqual(['two', 'three'])
  expect(changesOf(draft, { ...link, tags: ['one', 'two', 'theirs'] }).tags).toEqual([
    'two',
    'theirs',
    'three',
  ])
})

test('a tag in another spelling is the same tag', () => {
  expect(changesOf({ ...emptyDraft(), addedTags: 'ONE, New' }, link).tags).toEqual(['one', 'two', 'New'])
})

test('an address may lack its scheme', () => {
  const draft = typed(emptyDraft(), link, 'url', 'example.org/new')
  expect(changesOf(draft, link)).toEqual({ url: 'https://example.org/new' })
  expect(clashes(draft, { ...link, url: 'https://example.org/new' })).toEqual([])
  expect(problemsOf(changesOf(typed(draft, link, 'url', 'no address'), link)).url).toBeDefined()
})

test('an emptied title is that of the page, and an emptied note or collection is none', () => {
  let draft = typed(emptyDraft(), link, 'title', '  ')
  draft = typed(typed(draft, link, 'note', ''), link, 'collection', '')
  expect(changesOf(draft, link)).toEqual({ title: null, note: null, collectionId: null })
  expect(problemsOf(changesOf(draft, link))).toEqual({})
})

test.each([
  [{ url: 'no address' }, { url: 'Please enter a valid URL' }],
  [{ title: 'x'.repeat(201) }, { title: 'Title is too long' }],
  [{ note: 'x'.repeat(501) }, { note: 'Note is too long' }],
  [{ tags: ['x'.repeat(101)] }, { tags: 'A tag is too long' }],
])('%o is refused', (changes, problems) => {
  expect(problemsOf(changes)).toEqual(problems)
})

test('while an edit is on its way the link shows only what the person changed', () => {
  expect(shownOf({ note: 'Mine' }, link)).toEqual({ note: 'Mine' })
  const moved = shownOf({ url: 'https://b.test/other-words', title: null }, link)
  expect(moved).toMatchObject({ title: 'Other words', extraction: 'pending', wordCount: null })
  expect(moved).not.toHaveProperty('note')
})
