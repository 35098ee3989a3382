import { expect, test } from 'vitest'
import { aLink } from '../../test-support/server.ts'
import type { Act, ActName, ParamsOf } from '../acts/kinds.ts'
import { newNote } from '../notes/new-note.ts'
import { findCollapse } from './collapse.ts'

const queue = () => {
  const acts: Act[] = []
  const add = <N extends ActName>(name: N, params: ParamsOf<N>, more: Partial<Act> = {}): Act => {
    const seq = acts.length + 1
    const stored = {
      seq,
      key: `key-${seq}`,
      userId: 'mara',
      at: '2026-11-22T10:00:00.000Z',
      state: 'waiting',
    }
    const act = { ...stored, name, params, ...more } as Act
    acts.push(act)
    return act
  }
  return { acts, add }
}
const unsent = () => true
const note = (linkId: number, type: 'note' | 'highlight' = 'note') =>
  newNote({ linkId, type, content: 'First' })

test('a note that is edited before it is sent is sent once, with its last text', () => {
  const { acts, add } = queue()
  const take = add('takeNote', note(7))
  const revise = add('reviseNote', { noteId: -take.seq, linkId: 7, content: 'Last', basedOn: 'then' })
  expect(findCollapse(acts, unsent)).toEqual({
    to: 'change',
    act: revise,
    stored: [{ ...take, params: { ...take.params, content: 'Last' } }],
    removed: [revise],
  })
})

test.each(['highlight', 'quote'] as const)(
  'a %s whose text is edited before it is sent still marks its words',
  type => {
    const { acts, add } = queue()
    const take = add('takeNote', newNote({ linkId: 7, type, content: 'The words' }))
    add('reviseNote', { noteId: -take.seq, linkId: 7, content: 'My thought' })
    expect(findCollapse(acts, unsent)).toMatchObject({
      stored: [{ params: { content: 'My thought', selectedText: 'The words' } }],
    })
  },
)

test('two edits of a note are one, based on what the first one saw', () => {
  const { acts, add } = queue()
  const first = add('reviseNote', { noteId: 3, linkId: 7, content: 'First', basedOn: 'seen' })
  const later = add('reviseNote', { noteId: 3, linkId: 7, color: '#000000', basedOn: 'later' })
  expect(findCollapse(acts, unsent)).toMatchObject({
    stored: [{ key: first.key, params: { content: 'First', color: '#000000', basedOn: 'seen' } }],
    removed: [later],
  })
})

test('a link that is deleted before it is sent vanishes with everything on it; acts on other links, too, go on', () => {
  const { acts, add } = queue()
  const save = add('saveLink', { url: 'https://new.test/', title: 'New' })
  const bulk = add('editLinks', { linkIds: [5, -save.seq], updates: { isArchived: true } })
  const take = add('takeNote', note(-save.seq))
  const remove = add('deleteLink', { linkId: -save.seq })
  expect(findCollapse(acts, unsent)).toEqual({
    to: 'change',
    act: remove,
    stored: [{ ...bulk, params: { ...bulk.params, linkIds: [5] } }],
    removed: [save, take, remove],
  })
})

test('a note that is deleted before it is sent vanishes, and a cleared highlight does', () => {
  const one = queue()
  const take = one.add('takeNote', note(7))
  const remove = one.add('deleteNote', { noteId: -take.seq, linkId: 7 })
  expect(findCollapse(one.acts, unsent)).toMatchObject({ stored: [], removed: [take, remove] })

  const other = queue()
  const highlight = other.add('takeNote', note(7, 'highlight'))
  other.add('takeNote', note(8, 'highlight'))
  other.add('clearHighlights', { linkId: 7 })
  expect(findCollapse(other.acts, unsent)).toMatchObject({ stored: [], removed: [highlight] })
})

test('a flag that is set and taken back is nothing, unless another act on the link lies between', () => {
  const links = [aLink({ id: 7, isFavorite: false })]
  const { acts, add } = queue()
  const on = add('favorite', { linkId: 7, isFavorite: true }, { links })
  add('takeNote', note(7))
  const off = add('favorite', { linkId: 7, isFavorite: false })
  expect(findCollapse(acts, unsent)).toEqual({ to: 'nothing', act: off, cancelled: on })

  const other = queue()
  other.add('favorite', { linkId: 7, isFavorite: true }, { links })
  other.add('editLinks', { linkIds: [7], updates: { isFavorite: true } })
  other.add('favorite', { linkId: 7, isFavorite: false })
  expect(findCollapse(other.acts, unsent)).toBeUndefined()
})

test('an act that the server may have is left as it is, and the later one is sent after it', () => {
  const { acts, add } = queue()
  const take = add('takeNote', note(7))
  add('deleteNote', { noteId: -take.seq, linkId: 7 })
  expect(findCollapse(acts, act => act !== take)).toBeUndefined()
})
