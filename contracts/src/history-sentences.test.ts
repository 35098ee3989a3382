import { describe, expect, it, test } from 'vitest'
import { ActKind, HistoryAct } from './api/history.ts'
import { actParts, sayAct } from './history-sentences.ts'

const link = { id: 7, title: 'A road', url: 'https://a.example', isGone: false }
const databases = { id: 3, name: 'Databases' }
const ofImport = {
  ...{ id: 'i', source: 'pocket' as const, fileName: 'export.csv', status: 'completed' as const },
  ...{ imported: 1204, duplicates: 2, added: 0, skipped: 0, failed: 0 },
}

/** An act on the one link. */
const one = (kind: ActKind, facts: Partial<HistoryAct> = {}): HistoryAct =>
  HistoryAct.parse({
    ...{ id: 'l1', commandId: 'c', at: '2026-03-01T10:00:00.000Z', via: 'web', kind },
    ...{ linkCount: 1, links: [link], undo: 'possible' },
    ...facts,
  })
const many = (kind: ActKind, facts: Partial<HistoryAct> = {}) =>
  one(kind, { linkCount: 1214, links: [link, link, link], ...facts })
const none = (kind: ActKind, facts: Partial<HistoryAct> = {}) =>
  one(kind, { linkCount: 0, links: [], ...facts })

const changed = (before: string | null, after: string | null) => ({ before, after })
const note = (type: 'note' | 'highlight' | 'quote') => ({
  note: { id: 1, type, text: 'Text', isGone: false },
})

const sharing = (facts: NonNullable<HistoryAct['sharing']>) =>
  none('collection-edited', { collection: databases, sharing: facts })
const flagged = (linkCount: number, flags: Partial<HistoryAct>) =>
  none('collection-edited', { sharing: { what: 'flagged', linkCount }, ...flags })

const SAID: [HistoryAct, string][] = [
  [sharing({ what: 'invited', role: 'reader' }), 'Invited somebody to Databases as reader'],
  [sharing({ what: 'withdrawn' }), 'Withdrew an invitation to Databases'],
  [sharing({ what: 'joined', role: 'editor' }), 'Joined Databases as editor'],
  [
    sharing({ what: 'role-changed', role: 'commenter' }),
    'Changed the role of a member of Databases to commenter',
  ],
  [sharing({ what: 'removed' }), 'Removed a member from Databases'],
  [sharing({ what: 'left' }), 'Left Databases'],
  [flagged(1, { isFavorite: true }), 'Added 1 shared article to favorites'],
  [flagged(2, { isFavorite: false }), 'Removed 2 shared articles from favorites'],
  [flagged(1, { isArchived: true }), 'Archived 1 shared article'],
  [flagged(1_214, { isArchived: false }), 'Took 1,214 shared articles out of the archive'],
  [none('note-taken', note('highlight')), 'Highlighted a shared article'],
  [one('saved'), 'Saved "A road"'],
  [one('saved', { links: [{ ...link, title: '' }] }), 'Saved "https://a.example"'],
  [one('saved', { links: [] }), 'Saved an article'],
  [one('edited', { changes: { title: changed('A rode', 'A road') } }), 'Renamed "A rode" to "A road"'],
  [one('edited', { changes: { title: changed(null, 'A road') } }), 'Renamed an article to "A road"'],
  [
    one('edited', { changes: { title: changed('A "rode"', 'A "road"') } }),
    `Renamed "A 'rode'" to "A 'road'"`,
  ],
  [one('saved', { links: [{ ...link, title: 'He said "no"' }] }), `Saved "He said 'no'"`],
  [one('edited', { changes: { url: changed('https://b', 'https://a') } }), 'Changed the address of "A road"'],
  [one('edited', { changes: { note: changed(null, 'Why') } }), 'Added a note to "A road"'],
  [one('edited', { changes: { note: changed('Why', null) } }), 'Removed the note of "A road"'],
  [one('edited', { changes: { note: changed('Why', 'How') } }), 'Edited "A road": note'],
  [
    one('edited', {
      changes: { title: changed('A', 'B'), note: changed('Why', 'How') },
      collection: databases,
    }),
    'Edited "A road": title, note and moved to Databases',
  ],
  [one('changed', { share: { what: 'made', kind: 'article' } }), 'Made a public link to "A road"'],
  [
    one('changed', { share: { what: 'renewed', kind: 'highlights' } }),
    'Renewed the public link to the highlights of "A road"',
  ],
  [
    none('collection-edited', { collection: databases, share: { what: 'withdrawn', kind: 'collection' } }),
    'Withdrew the public link to the collection Databases',
  ],
  [one('edited'), 'Edited "A road"'],
  [one('favorited'), 'Added "A road" to favorites'],
  [many('favorited'), 'Added 1,214 articles to favorites'],
  [one('unfavorited'), 'Removed "A road" from favorites'],
  [many('unfavorited'), 'Removed 1,214 articles from favorites'],
  [one('archived'), 'Archived "A road"'],
  [many('archived'), 'Archived 1,214 articles'],
  [one('unarchived'), 'Took "A road" out of the archive'],
  [many('unarchived'), 'Took 1,214 articles out of the archive'],
  [one('moved', { collection: databases, collectionBefore: null }), 'Moved "A road" to Databases'],
  [many('moved', { collection: databases }), 'Moved 1,214 articles to Databases'],
  [one('moved', { collection: null, collectionBefore: databases }), 'Took "A road" out of Databases'],
  [one('moved', { collection: null }), 'Took "A road" out of its collection'],
  [many('moved', { collection: null }), 'Took 1,214 articles out of their collections'],
  [one('tagged', { addTags: ['js'] }), 'Tagged "A road" with #js'],
  [many('tagged', { addTags: ['js', 'web', 'c'] }), 'Tagged 1,214 articles with #js, #web and #c'],
  [one('tagged', { removeTags: ['js'] }), 'Removed #js from "A road"'],
  [
    many('tagged', { addTags: ['js'], removeTags: ['web'] }),
    'Changed the tags of 1,214 articles: added #js, removed #web',
  ],
  [one('tagged', { tags: ['js', 'web'] }), 'Set the tags of "A road" to #js and #web'],
  [many('tagged', { tags: [] }), 'Removed all tags from 1,214 articles'],
  [one('tagged'), 'Changed the tags of "A road"'],
  [
    many('changed', { collection: databases, isFavorite: true, isArchived: false, addTags: ['js'] }),
    'Changed 1,214 articles: moved to Databases, added to favorites, taken out of the archive and tagged #js',
  ],
  [
    one('changed', { collection: null, isFavorite: false, isArchived: true, tags: [], removeTags: ['js'] }),
    'Changed "A road": no collection, removed from favorites, archived, no tags and without #js',
  ],
  [many('changed', { tags: ['js'] }), 'Changed 1,214 articles: tags #js'],
  [one('deleted', { undo: 'final' }), 'Deleted "A road"'],
  [many('deleted', { undo: 'final' }), 'Deleted 1,214 articles'],
  [one('page-provided'), 'Provided the page of "A road"'],
  [one('page-removed'), 'Removed the provided page of "A road"'],
  [many('tag-renamed', { removeTags: ['js'], tagTo: 'javascript' }), 'Renamed the tag #js to #javascript'],
  [
    many('tags-merged', { removeTags: ['js', 'ecma'], tagTo: 'javascript' }),
    'Merged the tags #js and #ecma into #javascript',
  ],
  [many('tag-deleted', { removeTags: ['js'] }), 'Deleted the tag #js'],
  [none('collection-created', { collection: databases }), 'Created the collection Databases'],
  [
    none('collection-edited', { collection: databases, changes: { name: changed('Data', 'Databases') } }),
    'Renamed the collection Data to Databases',
  ],
  [
    none('collection-edited', { collection: databases, changes: { name: changed(null, 'Databases') } }),
    'Renamed a collection to Databases',
  ],
  [
    none('collection-edited', { collection: databases, changes: { color: changed('#111111', '#222222') } }),
    'Changed the color of the collection Databases',
  ],
  [
    none('collection-edited', {
      collection: databases,
      changes: { color: changed('#111111', '#222222'), description: changed(null, 'About') },
    }),
    'Edited the collection Databases: description and color',
  ],
  [none('collection-deleted', { collection: databases }), 'Deleted the collection Databases'],
  [
    one('collection-deleted', { collection: databases }),
    'Deleted the collection Databases, which had 1 article',
  ],
  [
    many('collection-deleted', { collection: databases }),
    'Deleted the collection Databases, which had 1,214 articles',
  ],
  [many('imported', { import: ofImport }), 'Imported 1,204 articles from Pocket (export.csv)'],
  [one('imported', { import: { ...ofImport, imported: 1 } }), 'Imported 1 article from Pocket (export.csv)'],
  [
    none('imported', { import: { ...ofImport, status: 'waiting' } }),
    'Asked for an import from Pocket (export.csv)',
  ],
  [
    many('imported', { import: { ...ofImport, status: 'running' } }),
    'Importing from Pocket (export.csv): 1,204 articles so far',
  ],
  [
    many('imported', { import: { ...ofImport, status: 'failed', imported: 12 } }),
    'Import from Pocket (export.csv) broke off after 12 articles',
  ],
  [
    many('imported', { import: { ...ofImport, added: 3 } }),
    'Imported 1,204 articles from Pocket (export.csv); 3 duplicates added tags or a folder to what was there',
  ],
  [one('note-taken', note('note')), 'Took a note on "A road"'],
  [one('note-taken', note('highlight')), 'Highlighted "A road"'],
  [one('note-taken', note('quote')), 'Quoted "A road"'],
  [one('note-revised', note('note')), 'Changed a note on "A road"'],
  [one('note-revised', note('highlight')), 'Changed a highlight of "A road"'],
  [one('note-revised', note('quote')), 'Changed a quote from "A road"'],
  [one('note-deleted', note('note')), 'Deleted a note on "A road"'],
  [one('note-deleted', note('highlight')), 'Deleted a highlight of "A road"'],
  [one('note-deleted', note('quote')), 'Deleted a quote from "A road"'],
  [one('note-deleted'), 'Deleted a note on "A road"'],
  [one('highlights-cleared', { noteCount: 1 }), 'Deleted 1 highlight of "A road"'],
  [one('highlights-cleared', { noteCount: 5 }), 'Deleted 5 highlights of "A road"'],
  [many('undone', { undone: { id: 'l1', kind: 'moved' } }), 'Undid the move of 1,214 articles'],
  [
    one('undone', { undone: { id: 'l1', kind: 'undone' }, leftCount: 1 }),
    'Undid the undoing of "A road"; 1 article that was changed since stayed as it is',
  ],
  [
    many('undone', { undone: { id: null, kind: null }, leftCount: 2 }),
    'Undid the change of 1,214 articles; 2 articles that were changed since stayed as they are',
  ],
  [one('saved', { isReturn: true }), 'Brought back "A road"'],
  [many('deleted', { isForGood: true }), 'Deleted 1,214 articles for good'],
  [many('undone', { undone: { id: 'l1', kind: 'saved' } }), 'Undid the saving of 1,214 articles'],
  [
    none('undone', { undone: { id: 'l1', kind: 'collection-deleted' }, collection: databases }),
    'Undid the deletion of the collection Databases',
  ],
  [
    many('import-undone', { import: ofImport }),
    'Undid the import from Pocket (export.csv): 1,214 articles removed',
  ],
  [
    many('import-undone', { import: ofImport, noteCount: 3, collectionCount: 1 }),
    'Undid the import from Pocket (export.csv): 1,214 articles, 3 notes and 1 collection removed',
  ],
  [
    none('import-undone', { import: ofImport, noteCount: 1 }),
    'Undid the import from Pocket (export.csv): 1 note removed',
  ],
  [
    many('import-undone', { import: ofImport, takenBackCount: 14 }),
    'Undid the import from Pocket (export.csv): 1,200 articles removed; what it had added to 14 articles is taken back',
  ],
  [
    one('import-undone', { import: ofImport, takenBackCount: 1 }),
    'Undid the import from Pocket (export.csv); what it had added to 1 article is taken back',
  ],
  [
    none('import-undone', { leftCount: 3 }),
    'Undid the import; 3 articles that were changed since stayed as they are',
  ],
  [none('library-opened'), 'Opened the library'],
  [
    none('plan-changed', { plan: { plan: 'pro', limit: 10_000 } }),
    'Changed the plan to Pro: up to 10,000 articles',
  ],
  [
    none('plan-changed', { plan: { plan: 'legacy_unlimited', limit: null } }),
    'Changed the plan to Unlimited: any number of articles',
  ],
]

test.each(SAID)('%# says what happened', (act, sentence) => {
  expect(sayAct(act)).toBe(sentence)
})

it('has a sentence for every kind of act', () => {
  expect(new Set(SAID.map(([{ kind }]) => kind))).toEqual(new Set(ActKind.options))
})

describe('parts', () => {
  it('say which link, collection and tag they name', () => {
    expect(actParts(one('moved', { collection: databases }))).toEqual([
      { text: 'Moved ' },
      { text: '"A road"', link: 7 },
      { text: ' to ' },
      { text: 'Databases', collection: 3 },
    ])
    expect(actParts(many('tagged', { addTags: ['js'] }))).toEqual([
      { text: 'Tagged 1,214 articles with ' },
      { text: '#js', tag: 'js' },
    ])
  })

  it('name a link that is gone as text alone', () => {
    expect(actParts(one('deleted', { links: [{ ...link, isGone: true }] }))).toEqual([
      { text: 'Deleted ' },
      { text: '"A road"' },
    ])
  })

  it('name the first tags of many', () => {
    const addTags = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    expect(sayAct(one('tagged', { addTags }))).toBe('Tagged "A road" with #a, #b, #c, #d, #e and 2 more')
    expect(sayAct(one('tagged', { addTags: addTags.slice(0, 6) }))).toBe(
      'Tagged "A road" with #a, #b, #c, #d, #e and #f',
    )
  })
})
