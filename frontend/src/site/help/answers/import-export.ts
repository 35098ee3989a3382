import { IMPORT_SOURCES } from '@lectern/contracts/import-sources.ts'
import { UPLOAD_MAX } from '@lectern/contracts/limits.ts'
import type { Answer } from '../answer.ts'

const IMPORT = { href: '/import', name: 'Open Import' }
const MEGABYTES = Math.floor(UPLOAD_MAX / 1_048_576)
const { lectern: _, ...SERVICES } = IMPORT_SOURCES
const NAMES = Object.values(SERVICES).map(({ name }) => name)

export const IMPORT_EXPORT: readonly Answer[] = [
  {
    slug: 'import-a-library',
    question: 'How do I import my library from another service?',
    text: [
      [
        'Export your links there, and open [Import] here.',
        'Choose the service and press [Browse files], or drop the file.',
        'Look at the numbers and the first articles, then press [Start Import].',
      ],
      `Lectern reads files of ${NAMES.slice(0, -1).join(', ')} and ${NAMES.at(-1)}, up to ${MEGABYTES} MB each. You may close the page meanwhile.`,
    ],
    tags: ['migrate', 'move', 'transfer', 'bookmarks', 'upload', ...NAMES],
    places: ['import', 'importPreview'],
    goTo: IMPORT,
  },
  {
    slug: 'import-from-pocket',
    question: 'How do I import from Pocket?',
    text: [
      'Pocket closed in 2025, so you need the file that you exported then: pocket.zip, a CSV file out of it, or the older ril_export.html. Choose [Pocket] and that file. The ZIP file is best, since your highlights and collections are in it.',
    ],
    tags: ['pocket', 'mozilla', 'zip', 'csv', 'highlights'],
    places: ['import'],
    goTo: IMPORT,
  },
  {
    slug: 'import-from-raindrop',
    question: 'How do I import from Raindrop.io?',
    text: [
      [
        'In Raindrop.io, open Settings and then Export.',
        'Choose All bookmarks and the format CSV, and download the file.',
        'Choose [Raindrop.io] here, and the file.',
      ],
      'Folders become collections; notes, tags, favorites and highlights come along.',
    ],
    tags: ['raindrop', 'csv', 'bookmarks', 'folders'],
    places: ['import'],
    goTo: IMPORT,
  },
  {
    slug: 'other-files',
    question: 'My service is not in the list. Can I import its file?',
    text: [
      'Often, yes. A table (CSV) with a column of addresses, a bookmark file of a browser (HTML) or a JSON list with a field `url` is read as the service that you choose. Columns for title, tags, note and date are recognised by their usual names.',
      'The preview shows what was understood before anything is saved.',
    ],
    tags: ['browser', 'bookmarks', 'chrome', 'firefox', 'safari', 'html', 'csv', 'json', 'unknown'],
    places: [],
    goTo: IMPORT,
  },
  {
    slug: 'import-result',
    question: 'How do I see what an import did?',
    text: [
      'Every row of the file is accounted for: [Imported], [Duplicates], [Failed], and skipped where you did not save it or your plan had no room. Rows that were left out or shortened are listed with the reason.',
      '[All rows as CSV] is the whole ledger as a file. [Past imports] on the import screen leads back to it.',
    ],
    picture: {
      of: 'import',
      alt: 'A finished import, with what was saved, what was there already and what failed.',
    },
    tags: ['ledger', 'failed', 'skipped', 'missing', 'report', 'rows', 'log'],
    places: ['importResult'],
    goTo: IMPORT,
  },
  {
    slug: 'import-again',
    question: 'Can I import the same file twice?',
    text: [
      'Yes. Links that you have are counted as [Duplicates] and stay as they are, so you get no second copy. With [Add their tags and folders to what is there] in the preview they add these, and undoing the import takes them back. That helps when you import a newer export of the same service.',
    ],
    tags: ['duplicate', 'repeat', 'twice', 'again', 'sync'],
    places: ['importPreview'],
  },
  {
    slug: 'import-own-export',
    question: 'How do I move my library to another Lectern account?',
    text: [
      [
        'Export your library as JSON, or as a ZIP file, from the old account.',
        'Sign in to the new account, open [Import] and choose [Lectern].',
        'Choose the file, and press [Start Import].',
      ],
      'An empty account gets the same library: links with their dates, tags and marks, all collections, notes and highlights with their places, and how far you have read. In an account with links, those that it has already count as [Duplicates]. The history of the new account begins with this import.',
      `A file of more than ${MEGABYTES} MB, as a long history makes it, has room once you have packed it as a ZIP file.`,
    ],
    tags: ['lectern', 'json', 'zip', 'backup', 'restore', 'account', 'move', 'server'],
    places: ['import', 'importPreview'],
    goTo: IMPORT,
  },
  {
    slug: 'large-imports',
    question: 'How do I import 5,000 articles or more?',
    text: [
      'Import 5,000 articles or more in batches of 2,000 to 3,000, and wait 30 seconds between attempts.',
      'One file is fine, too, also with 50,000 articles. Lectern shows real progress, and goes on after an interruption.',
      'The links are in your list at once. Their pages are fetched one after the other behind what people save singly, which takes hours for a large library.',
    ],
    tags: ['big', 'batch', 'batches', 'slow', 'large', '5000', 'thousands', 'split'],
    places: [],
    goTo: IMPORT,
  },
  {
    slug: 'import-over-limit',
    question: 'What if my plan has no room for the whole file?',
    text: [
      'Lectern says how much room there is before it imports anything. You can import as many as fit, and the ledger lists the rest; or choose a larger plan in the same dialog, and the import goes on by itself after the payment. Where you have 500 articles or more, a message offers as many as fit, and the page of plans has the larger ones.',
    ],
    tags: ['limit', 'upgrade', 'quota', 'too many', 'room'],
    places: [],
    goTo: IMPORT,
  },
  {
    slug: 'export-notes',
    question: 'How do I export my notes and highlights?',
    text: [
      'Press [Export as Markdown] on the Notes page. [Without private notes] is for a file that you share; [With private notes] has everything.',
      'The notes of one article have the same button in their panel. The file opens in any editor.',
    ],
    tags: ['download', 'markdown', 'obsidian', 'backup', 'highlights', 'share'],
    places: ['notes', 'notesExport'],
    goTo: { href: '/notes', name: 'Open Notes' },
  },
  {
    slug: 'export-library',
    question: 'Can I export my whole library?',
    text: [
      'Yes, on every plan. In [Settings], under [Data], choose a format and press [Export]. [JSON] has everything: links, collections, tags, notes, highlights, where you stopped reading, and your history in plain words. [CSV] is for spreadsheets, and [Bookmarks] is a file that browsers import.',
      'The file is downloaded when it is done, and stays in the list below for 24 hours.',
    ],
    tags: ['download', 'backup', 'csv', 'json', 'bookmarks', 'html', 'leave', 'data', 'all'],
    places: ['accountMenu', 'settings'],
    goTo: { href: '/settings#data', name: 'Open Settings' },
  },
  {
    slug: 'audit-file',
    question: 'Can I show later that nothing in my library was altered?',
    text: [
      'Yes, on every plan. In [Settings], under [Data], choose [Audit file] and press [Export]. The file has a line for each change to your library, your notes and your account, and each line has a checksum over all lines before it.',
      'Keep the file, and a copy of its last line in another place. The people who run this Lectern can compare it with the store, and see the first change that was altered, left out or added.',
      'It is always of the whole library, with private notes. It does not come back by an import; take [JSON] for that.',
    ],
    tags: ['audit', 'proof', 'log', 'chain', 'hash', 'integrity', 'tamper', 'events', 'jsonl', 'data'],
    places: ['settings'],
    goTo: { href: '/settings#data', name: 'Open Settings' },
  },
  {
    slug: 'export-articles',
    question: 'Can I export the articles themselves, or a part of my library?',
    text: [
      'One article, on every plan: [Export as EPUB] in the menu of a card and of an open article makes a book for e-readers.',
      'More with Pro and above. The format [EPUB] is one book of up to 200 articles. [ZIP] has each article as a page and as Markdown, with its pictures. [Export] in the bar of a selection, and in the menu of a collection, makes a file of just these links.',
      'A search is exported in the same way: select all that match it.',
      'A file of a part has no private notes unless you tick [With private notes].',
    ],
    tags: [
      'zip',
      'epub',
      'kindle',
      'kobo',
      'e-reader',
      'markdown',
      'obsidian',
      'bulk',
      'selection',
      'collection',
      'pro',
    ],
    places: ['settings', 'bulkBar', 'collectionMenu', 'cardMenu', 'articleMenu'],
    goTo: { href: '/settings#data', name: 'Open Settings' },
  },
]
