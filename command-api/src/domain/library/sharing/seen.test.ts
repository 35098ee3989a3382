import { expect, it } from 'vitest'
import { foldAll } from '../../../test-support/given.ts'
import { later } from '../../../test-support/library.ts'
import { EDITOR, shared } from '../../../test-support/shared-library.ts'
import { type LibraryCommand, library } from '../../library.ts'

const tag = (linkId: number, tags: string[], by?: string) =>
  ({ type: 'EditLink', linkId, tags, ignoreDuplicate: false, by, now: later }) satisfies LibraryCommand
const bulk = (linkIds: number[], changes: { addTags?: string[]; removeTags?: string[] }) =>
  ({ type: 'EditLinks', linkIds, changes, by: EDITOR, now: later }) satisfies LibraryCommand

it('gives the tags of a member the spelling of links that the member sees, and tells of no other', () => {
  const before = foldAll(library, shared)
  const events = [...shared, ...library.decide(tag(3, ['DiVorce', 'Garden']), before)]
  const there = foldAll(library, [...events, ...library.decide(tag(2, ['LiGht']), foldAll(library, events))])
  const told = (command: LibraryCommand) => JSON.stringify(library.decide(command, there))

  const save = { url: 'https://new.example/', note: null, tags: ['divorce'], ignoreDuplicate: false }
  expect(told({ type: 'SaveLink', ...save, collectionId: 1, by: EDITOR, now: later })).toContain('divorce')
  expect(told(tag(1, ['divorce', 'light'], EDITOR))).toMatch(/divorce.*LiGht/)
  expect(told(bulk([1], { addTags: ['divorce'], removeTags: ['garden'] }))).not.toMatch(/DiVorce|Garden/)
  // The owner's take the spelling of the whole library.
  expect(told(tag(1, ['divorce']))).toContain('DiVorce')
})
