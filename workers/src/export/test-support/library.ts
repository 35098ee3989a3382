import type { ExportedAct, ExportedCollection, ExportedNote } from '@lectern/contracts/export.ts'
import fc from 'fast-check'
import type { SourceNoteElsewhere } from '../elsewhere.ts'
import type { SourceLink } from '../link-row.ts'
import type { Snapshot } from '../snapshot.ts'

export type Library = {
  readonly collections: readonly ExportedCollection[]
  readonly links: readonly SourceLink[]
  readonly notes: readonly ExportedNote[]
  readonly history?: readonly ExportedAct[]
  readonly notesElsewhere?: readonly SourceNoteElsewhere[]
}

export const link = (fields: Partial<SourceLink> & { id: number }): SourceLink => ({
  url: `https://example.com/${fields.id}`,
  title: `Title ${fields.id}`,
  titleFrom: 'person',
  note: null,
  tags: [],
  createdAt: '2026-01-02T03:04:05.678Z',
  isFavorite: false,
  isArchived: false,
  collectionId: null,
  position: null,
  page: {
    ...{ status: 'pending', title: null, author: null, siteName: null, publishedDate: null, language: null },
    ...{ excerpt: null, wordCount: null, contentHash: null },
  },
  shownTitle: fields.title ?? `Title ${fields.id}`,
  articleId: 'ab',
  failure: null,
  ...fields,
})

export const note = (fields: Partial<ExportedNote> & { id: number; linkId: number }): ExportedNote => ({
  type: 'note',
  content: `Note ${fields.id}`,
  selectedText: null,
  color: '#FBBF24',
  isPrivate: false,
  position: null,
  anchor: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
  ...fields,
})

export const noteElsewhere = (fields: Partial<SourceNoteElsewhere> = {}): SourceNoteElsewhere => ({
  ...{ place: 'a/9', article: null, type: 'note', content: 'Mine', selectedText: null, color: '#FBBF24' },
  ...{ isPrivate: false, createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2026-01-02T03:04:05.678Z' },
  ...fields,
})

export const act = (fields: Partial<ExportedAct> & { id: string }): ExportedAct => ({
  ...{ at: '2026-01-02T03:04:05.678Z', sentence: 'Saved an article', commandId: 'c', via: 'web' },
  ...{ kind: 'saved', linkCount: 1, links: [] },
  ...fields,
})

const placeIn = (order: readonly number[], { collectionId }: SourceLink): number =>
  collectionId === null ? order.length : order.indexOf(collectionId)

/** @param query answers what is asked of other tables */
export const snapshotOf = (
  { collections, links, notes, history = [], notesElsewhere = [] }: Library,
  query: Snapshot['query'] = async () => [],
): Snapshot => ({
  takenAt: new Date('2026-11-25T10:00:00Z'),
  scope: 'all',
  hasPrivateNotes: true,
  counts: {
    ...{ collections: collections.length, links: links.length, notes: notes.length },
    ...{ imports: 0, history: history.length, notesElsewhere: notesElsewhere.length },
  },
  collections: () => given(collections),
  links: order =>
    given(
      typeof order === 'object'
        ? links.toSorted((a, b) => placeIn(order, a) - placeIn(order, b) || b.id - a.id)
        : links,
    ),
  notes: () => given(notes),
  imports: () => given([]),
  history: () => given(history),
  notesElsewhere: () => given(notesElsewhere),
  query,
  [Symbol.asyncDispose]: async () => {},
})

async function* given<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

export const textOf = async (file: AsyncIterable<string | Uint8Array>): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of file) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}

/** Texts that are hard to write and to read again. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }).map(text => text.replace(/\p{Cc}/gu, ' ')),
  fc.constantFrom(
    ...[
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '"',
      '",',
      'a\nb',
      'a\r\nb',
      '&amp;',
      '<DT><A HREF="x">',
      '</DL>',
    ],
    ...['漢字かな', 'שלום עולם', '\u202Egnp.exe', "it's", '`code`', '#tag', '{"a":1}', ']}', '👩‍👩‍👧'],
  ),
)

const anyLink = fc.record({
  title: anyText.filter(text => text.trim() !== ''),
  note: fc.option(anyText),
  tags: fc.uniqueArray(anyText, { maxLength: 3 }),
  createdAt: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
    .map(date => date.toISOString()),
  isFavorite: fc.boolean(),
  isArchived: fc.boolean(),
  collection: fc.nat(3),
  query: anyText,
})

/** Any library; its notes are in the order of its links. */
export const anyLibrary: fc.Arbitrary<Library> = fc
  .record({
    names: fc.array(anyText, { maxLength: 3 }),
    links: fc.array(anyLink, { maxLength: 12 }),
    sentences: fc.array(anyText, { maxLength: 3 }),
    notes: fc.array(fc.record({ of: fc.nat(11), content: anyText, selectedText: fc.option(anyText) }), {
      maxLength: 12,
    }),
  })
  .map(({ names, links, notes, sentences }) => ({
    collections: names.map((name, n) => ({ id: n + 1, name, description: null, color: '#3B82F6' })),
    links: links.map(({ collection, query, ...fields }, n) =>
      link({
        id: n + 1,
        ...fields,
        shownTitle: fields.title,
        url: `https://example.com/?q=${encodeURIComponent(query.toWellFormed())}&n='"<`,
        collectionId: collection > 0 && collection <= names.length ? collection : null,
      }),
    ),
    notes: notes
      .filter(({ of }) => of < links.length)
      .toSorted((a, b) => a.of - b.of)
      .map(({ of, ...fields }, n) => note({ id: n + 1, linkId: of + 1, ...fields })),
    history: sentences.map((sentence, n) => act({ id: `l${n}`, sentence })),
  }))
