import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { describe, expect, it } from 'vitest'
import { foldAll } from '../../test-support/given.ts'
import {
  about,
  at,
  collected,
  collectionDeleted,
  created,
  edited,
  given,
  later,
  opened,
  saved,
} from '../../test-support/library.ts'
import { type LibraryCommand, library } from '../library.ts'
import type { EditLinks } from './bulk.ts'
import { leftBy, type UndoAct } from './undo.ts'

const past = [opened, created(1), saved(1), saved(2), saved(3)]
/** Undoes the event at a revision. The first after `past` has revision 5. */
const undo = (event: LibraryEvent, revision = past.length): UndoAct => ({
  type: 'UndoAct',
  undone: 'act',
  known: { event, revision, commandId: 'act' },
  now: later,
})
type Undone = Extract<LibraryEvent, { type: 'ActUndone' }>['data']
const undone = (data: Partial<Undone>): LibraryEvent => ({
  type: 'ActUndone',
  data: { undone: 'act', links: [1], left: [], restored: {}, before: {}, at: later, ...data },
})

describe('undoing', () => {
  it('of a new spelling of a tag gives later edits the old one, and undoing that the new one', () => {
    const add = { links: [[1, 2]], changes: { tags: ['web'] }, before: null, at } as const
    const events = [...past, { type: 'LinksEdited', data: add } as unknown as LibraryEvent]
    const spelled = () => {
      const tagged: EditLinks = { type: 'EditLinks', linkIds: [3], changes: { tags: ['wEb'] }, now: later }
      const [event] = library.decide(tagged, foldAll(library, events))
      return event?.type === 'LinksEdited' && event.data.changes.tags
    }
    const decide = (command: LibraryCommand) =>
      events.push(...library.decide(command, foldAll(library, events)))
    const undoLast = () => decide(undo(events.at(-1) as LibraryEvent, events.length - 1))
    decide({ type: 'RenameTag', from: 'web', to: 'WEB', now: later })
    expect(spelled()).toEqual(['WEB'])
    undoLast()
    expect(spelled()).toEqual(['web'])
    undoLast()
    expect(spelled()).toEqual(['WEB'])
  })

  it('a flag', () => {
    const act = about('LinkArchived', 1)
    given(...past, act)
      .when(undo(act))
      .then(undone({ restored: { isArchived: [0] }, before: { isArchived: [1] } }))
  })

  it('a move', () => {
    const act = collected(1, 1)
    given(...past, act)
      .when(undo(act))
      .then(undone({ restored: { collectionId: [null] }, before: { collectionId: [1] } }))
  })

  it('an edit, and the undoing of it', () => {
    const texts = { url: 'https://example.com/1', urlKey: 'example.com/1', title: 'A title', note: null }
    const before = { ...texts, titleFrom: 'page' as const }
    const changes = { title: 'Better', titleFrom: 'person' as const, tags: ['two'] }
    const act: LibraryEvent = {
      type: 'LinkEdited',
      data: { linkId: 1, changes, before: { ...before, tags: ['one'] }, at },
    }
    const tags = (name: string) => ({ names: [name], lists: [[0]], links: [0] })
    const after = { ...before, title: 'Better', titleFrom: 'person' as const }
    const first = undone({
      restored: { texts: before, tags: tags('one') },
      before: { texts: after, tags: tags('two') },
    })
    given(...past, act)
      .when(undo(act))
      .then(first)
    given(...past, act, first)
      .when(undo(first, past.length + 1))
      .then(
        undone({
          restored: { texts: after, tags: tags('two') },
          before: { texts: before, tags: tags('one') },
        }),
      )
  })

  it('a bulk edit leaves links that it did not change, and says which a later act changed', () => {
    const star = about('LinkFavorited', 2)
    const act = edited([[1, 3]], { isFavorite: true }, at, { isFavorite: [0, 1, 0] })
    const other = about('LinkArchived', 3)
    given(...past, star, act, other)
      .when(undo(act, past.length + 1))
      .then(undone({ left: [3], restored: { isFavorite: [0] }, before: { isFavorite: [1] } }))
  })

  it('is nothing where later acts changed every link, or they are gone', () => {
    const act = edited([[1, 2]], { isFavorite: true }, at, { isFavorite: [0, 0] })
    const later = [about('LinkUnfavorited', 1), about('LinkDeleted', 2)]
    given(...past, act, ...later)
      .when(undo(act))
      .thenNothing()
    const state = foldAll(library, [...past, act, ...later])
    expect(leftBy(undo(act).known, state)).toEqual({ links: [1, 2], fields: [] })
  })

  it('puts no link into a collection that is gone', () => {
    const act = collected(1, null, at, 1)
    given(...past, collected(1, 1), act, collectionDeleted(1))
      .when(undo(act, past.length + 1))
      .thenNothing()
  })

  it.each<LibraryEvent>([
    about('LinkDeleted', 1),
    { type: 'LinksDeleted', data: { links: [1], at } },
    edited([1], { isFavorite: true }),
    saved(4),
  ])('$type is refused where it cannot be undone', act => {
    given(...past, act)
      .when(undo(act))
      .thenRefused('not-undoable')
  })
})

it('an edit that could not be undone is refused where the person wants to know', () => {
  const many = Array.from({ length: 10_000 }, (_, n): LibraryEvent => {
    const event = saved(n + 1) as Extract<LibraryEvent, { type: 'LinkSaved' }>
    return { ...event, data: { ...event.data, tags: [`${n}`.padEnd(90, '-')] } }
  })
  const linkIds = many.map((_, n) => n + 1)
  const edit: EditLinks = { type: 'EditLinks', linkIds, changes: { tags: [] }, now: later }
  const state = foldAll(library, [opened, ...many])
  expect(() => library.decide({ ...edit, ifUndoable: true }, state)).toThrow(
    expect.objectContaining({ code: 'too-large-to-undo', details: { isTooLargeToUndo: true } }),
  )
  expect(library.decide(edit, state)).toMatchObject([{ data: { before: null } }])
})
