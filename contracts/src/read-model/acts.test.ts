import { describe, expect, it } from 'vitest'
import { HistoryAct } from '../api/history.ts'
import { type ActImport, type ActName, type ActRow, importsIn, namesIn, toldAct } from './acts.ts'

const row = (fields: Partial<ActRow> = {}): ActRow => ({
  ...{
    stream: 'l',
    revision: 12,
    position: 7,
    at: new Date('2026-03-01T10:00:00.000Z'),
    kind: 'moved',
    via: 'web',
  },
  ...{ command_id: 'c', import_id: null, link_count: 214, named: [5, 6, 9], facts: { collectionId: 3 } },
  ...fields,
})
const name = (title: string, more: Partial<ActName> = {}): ActName => ({
  ...{ title, url: null, note_type: null, is_gone: false },
  ...more,
})
const ofImport: ActImport = {
  ...{ id: 'i', source: 'pocket', fileName: 'a.csv', status: 'completed' },
  ...{ imported: 2, duplicates: 0, added: 0, skipped: 0, failed: 0 },
}
const known = {
  names: new Map([
    ['l5@7', name('Five', { url: 'https://a.example/5' })],
    ['l9@7', name('Nine', { url: 'https://a.example/9', is_gone: true })],
    ['c3@7', name('Databases')],
    ['n5@7', name('Latest', { note_type: 'quote' })],
  ]),
  imports: new Map([['i', ofImport]]),
}
const told = (fields: Partial<ActRow>) => toldAct(row(fields), known)

describe('toldAct', () => {
  it('has the id, the links and the collection of a row, by the names that they had then', () => {
    expect(told({})).toEqual({
      ...{ id: 'l12', commandId: 'c', at: '2026-03-01T10:00:00.000Z', via: 'web', kind: 'moved' },
      linkCount: 214,
      links: [
        { id: 5, title: 'Five', url: 'https://a.example/5', isGone: false },
        { id: 9, title: 'Nine', url: 'https://a.example/9', isGone: true },
      ],
      collection: { id: 3, name: 'Databases' },
    })
  })

  it('tells no collection from one that is not named', () => {
    const none = told({ facts: { collectionId: null, collectionBefore: 8 } })
    expect(none).toMatchObject({ collection: null, collectionBefore: { id: 8, name: '' } })
    expect(told({ facts: {} })).not.toHaveProperty('collection')
  })

  it('has the text that a note got, or else its latest one', () => {
    const note = { id: 5, type: 'quote', isGone: false }
    expect(told({ facts: { noteId: 5, text: 'Then' } }).note).toEqual({ ...note, text: 'Then' })
    expect(told({ facts: { noteId: 5 } }).note).toEqual({ ...note, text: 'Latest' })
    expect(told({ facts: { noteId: 6 } })).not.toHaveProperty('note')
  })

  it('passes on the other facts, as the API has them', () => {
    const facts = {
      ...{ isFavorite: true, addTags: ['a'], leftCount: 2, undone: { id: 'l4', kind: 'moved' as const } },
      changes: { title: { before: 'A', after: 'B' } },
    }
    const act = told({ facts, import_id: 'i' })
    expect(act).toMatchObject({ ...facts, import: ofImport })
    expect(HistoryAct.parse({ ...act, undo: 'final' })).toEqual({ ...act, undo: 'final' })
  })
})

it('the names that things had then, and imports, are wanted once', () => {
  const rows = [
    row(),
    row({
      named: [5, 5],
      position: 8,
      facts: { collectionBefore: 5, collectionId: null, noteId: 5 },
      import_id: 'i',
    }),
    row({ named: [], facts: {}, import_id: 'i' }),
  ]
  expect(namesIn(rows)).toEqual({
    kinds: ['l', 'l', 'l', 'c', 'l', 'c', 'n'],
    ids: [5, 6, 9, 3, 5, 5, 5],
    positions: [7, 7, 7, 7, 8, 8, 8],
  })
  expect(importsIn(rows)).toEqual(['i'])
  expect(namesIn([])).toEqual({ kinds: [], ids: [], positions: [] })
})
