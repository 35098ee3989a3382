import { ImportRow, RowLeftOut, RowNote, Shortened } from '@lectern/contracts/import-rows.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { NOW } from '../test-support/import-files.ts'
import { createNormaliser } from './normalise.ts'
import type { SourceItem, SourceRow } from './source.ts'

const normalise = createNormaliser(NOW)
const link = (row: Partial<SourceRow>) => {
  const found = normalise({ kind: 'row', url: 'https://a.example/x', ...row }, 7)
  if (!('row' in found)) throw new Error(found.leftOut.reason)
  return { ...found, reasons: found.shortened.map(({ reason }) => reason) }
}

describe('createNormaliser', () => {
  test.each([
    ['', 'a.example/x', 'page'],
    [undefined, 'a.example/x', 'page'],
    [' https://a.example/x ', 'a.example/x', 'page'],
    [' A \n\t title\0 ', 'A title', 'person'],
    ['\u200b \u{e0001}', 'a.example/x', 'page'],
    ['half \ud800 of a pair', 'half \ufffd of a pair', 'person'],
  ])('titles a link %j', (title, expected, titleFrom) => {
    expect(link({ title }).row).toMatchObject({ title: expected, titleFrom })
  })

  it('compares the title with the address as the file has it', () => {
    const url = 'https://a.example/a b'
    expect(link({ url, title: url }).row).toMatchObject({ title: 'a.example/a%20b', titleFrom: 'page' })
  })

  it('cuts a title without cutting a character', () => {
    const { row, reasons } = link({ title: `${'x'.repeat(199)}😀` })
    expect(row.title).toBe('x'.repeat(199))
    expect(reasons).toEqual(['title'])
    expect(link({ title: 'x'.repeat(200) }).reasons).toEqual([])
  })

  it('does not list the title that an address gives', () => {
    const found = link({ url: `https://a.example/${'x'.repeat(500)}` })
    expect(found.row.title).toHaveLength(200)
    expect(found.reasons).toEqual([])
  })

  it('keeps a long note whole beside the link', () => {
    const note = 'n'.repeat(501)
    const { row, notes, reasons } = link({ note, notes: [{ type: 'highlight', content: 'q' }] })
    expect(row.note).toBe('n'.repeat(500))
    expect(notes.map(({ type, content }) => [type, content])).toEqual([
      ['note', note],
      ['highlight', 'q'],
    ])
    expect(reasons).toEqual(['note'])
    expect(link({ note: ' two\r\nlines\0 ' }).row.note).toBe('two\nlines')
    expect(link({ note: ' \n ' }).row.note).toBeNull()
  })

  it('cuts texts of notes at 100,000 characters and drops empty ones', () => {
    const long = 'n'.repeat(100_001)
    const { notes, reasons } = link({
      notes: [
        { type: 'note', content: long, selectedText: long },
        { type: 'highlight', content: ' \n' },
      ],
    })
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatchObject({ content: long.slice(1), selectedText: long.slice(1) })
    expect(reasons).toEqual(['note-text'])
  })

  it('trims tags and drops empty and repeated ones', () => {
    const { row, reasons } = link({ tags: [' #News ', 'news', '', '#', ' a\nb ', 'News'] })
    expect(row.tags).toEqual(['News', 'a b'])
    expect(reasons).toEqual([])
  })

  it('cuts long tags and drops tags beyond 50', () => {
    const { row, reasons } = link({
      tags: ['x'.repeat(101), ...Array.from({ length: 50 }, (_, n) => `t${n}`)],
    })
    expect(row.tags).toHaveLength(50)
    expect(row.tags[0]).toBe('x'.repeat(100))
    expect(reasons).toEqual(['tag', 'tags'])
  })

  it('cuts the names of collections', () => {
    expect(link({ collection: ` ${'c'.repeat(101)}` })).toMatchObject({
      row: { collection: 'c'.repeat(100) },
      reasons: ['collection'],
    })
    expect(link({ collection: ' \t' }).row.collection).toBeNull()
  })

  test.each([
    ['1970-01-02T00:00:00.000Z', true],
    ['1970-01-01T23:59:59.999Z', false],
    ['2026-11-23T12:00:00.000Z', true],
    ['2026-11-23T12:00:00.001Z', false],
  ])('takes the date %s: %s', (iso, isTaken) => {
    const { row, reasons } = link({ savedAt: new Date(iso) })
    expect(row.savedAt).toBe(isTaken ? iso : null)
    expect(reasons).toEqual(isTaken ? [] : ['date'])
  })

  it('lists a date that cannot be read', () => {
    expect(link({ savedAt: new Date(Number.NaN) }).reasons).toEqual(['date'])
  })

  it('leaves out what is no link, with the beginning of its address', () => {
    expect(normalise({ kind: 'row', url: `javascript:${'x'.repeat(9_000)}` }, 3)).toEqual({
      kind: 'failed',
      leftOut: { row: 3, url: `javascript:${'x'.repeat(4_085)}`, reason: 'not-http' },
    })
    expect(normalise({ kind: 'skipped', reason: 'feed-item' }, 4)).toEqual({
      kind: 'skipped',
      leftOut: { row: 4, url: null, reason: 'feed-item' },
    })
  })

  const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 700 }), fc.string({ maxLength: 20 }))
  const anyUrl = fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), anyText)
  const anyNote = fc.record(
    {
      type: fc.constantFrom('note', 'highlight'),
      content: anyText,
      selectedText: anyText,
      createdAt: fc.date(),
    },
    { requiredKeys: ['type', 'content'] },
  )
  const anyRow = fc.record(
    {
      kind: fc.constant('row'),
      url: anyUrl,
      title: anyText,
      note: anyText,
      tags: fc.array(anyText, { maxLength: 60 }),
      savedAt: fc.date(),
      collection: anyText,
      notes: fc.array(anyNote, { maxLength: 3 }),
    },
    { requiredKeys: ['kind', 'url'] },
  )

  it('gives rows and notes that their schemas take unchanged, whatever the file holds', () => {
    fc.assert(
      fc.property(anyRow, row => {
        const found = normalise(row as SourceItem, 1)
        if ('leftOut' in found) expect(RowLeftOut.parse(found.leftOut)).toEqual(found.leftOut)
        else {
          expect(ImportRow.parse(found.row)).toEqual(found.row)
          for (const note of found.notes) expect(RowNote.parse(note)).toEqual(note)
          for (const entry of found.shortened) expect(Shortened.parse(entry)).toEqual(entry)
          expect(JSON.stringify(found)).not.toMatch(/\\u0000|\\ud[89a-f]/)
        }
      }),
    )
  })
})
