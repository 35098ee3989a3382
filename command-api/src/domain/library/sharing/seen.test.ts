import { Rejected } from '@lectern/contracts/api/errors.ts'
import { expect, it } from 'vitest'
import { foldAll } from '../../../test-support/given.ts'
import { at, collected, later, saved } from '../../../test-support/library.ts'
import { EDITOR, READER, shared } from '../../../test-support/shared-library.ts'
import { type LibraryCommand, library } from '../../library.ts'
import { leftBy } from '../undo.ts'

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

it('an undoing by a member leaves links that the member sees no more', () => {
  const there = [...shared, saved(4), collected(4, 1)]
  const command = { ...bulk([1, 4], { addTags: ['two'] }), now: at }
  const [act] = library.decide(command, foldAll(library, there))
  if (!act) throw new Error('There was nothing to do')
  const undo = (by: string) =>
    ({
      ...({ type: 'UndoAct', undone: 'c', by, now: later } as const),
      known: { event: act, commandId: 'c', actorId: by },
    }) satisfies LibraryCommand
  const away = foldAll(library, [...there, act, collected(4, 3, later, 1)])
  expect(library.decide(undo(EDITOR), away)).toMatchObject([
    { type: 'ActUndone', data: { changes: [{ links: [1] }], left: [4] } },
  ])
  // They do not change what they see but do not edit.
  expect(() => library.decide(undo(READER), away)).toThrow(new Rejected('role-needed'))
  const nothing = foldAll(library, [...there, act, collected(1, null, later, 1), collected(4, 3, later, 1)])
  expect(library.decide(undo(EDITOR), nothing)).toEqual([])
  expect(leftBy(undo(EDITOR), nothing)).toEqual({ links: [1, 4], fields: [] })
})
