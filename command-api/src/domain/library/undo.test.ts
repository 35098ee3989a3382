import type { LibraryEvent, LinkValues } from '@lectern/contracts/events/library.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
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
const undo = (event: LibraryEvent): UndoAct => ({
  type: 'UndoAct',
  undone: 'act',
  known: { event, commandId: 'act' },
  now: later,
})
const undone = (
  { links = [1], restored, before }: { links?: IdRanges; restored: LinkValues; before: LinkValues },
  left: IdRanges = [],
): LibraryEvent => ({
  type: 'ActUndone',
  data: { undone: 'act', changes: [{ links, restored, before }], left, at: later },
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
    const undoLast = () => decide(undo(events.at(-1) as LibraryEvent))
    decide({ type: 'RenameTag', from: 'web', to: 'WEB', now: later })
    expect(spelled()).toEqual(['WEB'])
    undoLast()
    expect(spelled()).toEqual(['web'])
    undoLast()
    expect(spelled()).toEqual(['WEB'])
  })

  it('of the undoing of an act on many links, whose values do not cross', () => {
    const tagOf = (linkId: number, tag: string) =>
      edited([linkId], { tags: [tag] }, at, { tags: { names: ['one'], lists: [[0]], links: [0] } })
    const events: LibraryEvent[] = [
      ...past,
      tagOf(1, 't1'),
      tagOf(2, 't2'),
      tagOf(3, 't3'),
      about('LinkArchived', 2),
    ]
    const decide = (command: LibraryCommand) => {
      events.push(...library.decide(command, foldAll(library, events)))
      return events.at(-1) as LibraryEvent
    }
    const tagsNow = () => [1, 2, 3].map(id => foldAll(library, events).links.get(id)?.tags)
    const changes = { addTags: ['x'], isArchived: true }
    const act = decide({ type: 'EditLinks', linkIds: [1, 2, 3], changes, now: later })
    const back = decide(undo(act))
    expect(tagsNow()).toEqual([['t1'], ['t2'], ['t3']])
    decide({ type: 'EditLinks', linkIds: [1, 3], changes: { isArchived: true }, now: later })
    decide(undo(back))
    expect(tagsNow()).toEqual([
      ['t1', 'x'],
      ['t2', 'x'],
      ['t3', 'x'],
    ])
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
      .when(undo(first))
      .then(
        undone({
          restored: { texts: after, tags: tags('two') },
          before: { texts: before, tags: tags('one') },
        }),
      )
  })

  it('gives each field back where it still has the value of the act, and says which links it leaves a field in', () => {
    const star = about('LinkFavorited', 2)
    const act = edited([[1, 5]], { isFavorite: true, isArchived: true }, at, {
      ...{ isFavorite: [0, 1, 0, 0, 0], isArchived: [[0, 5]] },
    })
    const others = [about('LinkUnarchived', 3), about('LinkUnfavorited', 4), about('LinkUnarchived', 4)]
    const moved = collected(1, 1)
    const gone = about('LinkDeleted', 5)
    const restored = (links: IdRanges, fields: LinkValues, before: LinkValues) => ({
      links,
      restored: fields,
      before,
    })
    given(...past, saved(4), saved(5), star, act, ...others, moved, gone)
      .when(undo(act))
      .then({
        type: 'ActUndone',
        data: {
          undone: 'act',
          changes: [
            restored([1], { isFavorite: [0], isArchived: [0] }, { isFavorite: [1], isArchived: [1] }),
            restored([2], { isArchived: [0] }, { isArchived: [1] }),
            restored([3], { isFavorite: [0] }, { isFavorite: [1] }),
          ],
          left: [[3, 5]],
          at: later,
        },
      })
  })

  it('gives a title back where a later act changed the note alone', () => {
    const texts = { url: 'https://example.com/1', urlKey: 'example.com/1', titleFrom: 'person' as const }
    const edit = (title: string, note: string | null, changes: object): LibraryEvent => ({
      type: 'LinkEdited',
      data: { linkId: 1, changes, before: { ...texts, title, note }, at },
    })
    const act = edit('A title', null, { title: 'Better' })
    const noted = edit('Better', null, { note: 'Why' })
    given(...past, act, noted)
      .when(undo(act))
      .then(
        undone({
          restored: { texts: { ...texts, title: 'A title', note: 'Why' } },
          before: { texts: { ...texts, title: 'Better', note: 'Why' } },
        }),
      )
  })

  it('is nothing where later acts changed every link, or they are gone', () => {
    const act = edited([[1, 2]], { isFavorite: true }, at, { isFavorite: [0, 0] })
    const later = [about('LinkUnfavorited', 1), about('LinkDeleted', 2)]
    given(...past, act, ...later)
      .when(undo(act))
      .thenNothing()
    const state = foldAll(library, [...past, act, ...later])
    expect(leftBy(undo(act), state)).toEqual({ links: [1, 2], fields: [] })
  })

  it('puts no link into a collection that is gone', () => {
    const act = collected(1, null, at, 1)
    given(...past, collected(1, 1), act, collectionDeleted(1))
      .when(undo(act))
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
