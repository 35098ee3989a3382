import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { IDS_OF_HALF } from '../client-ids.ts'
import { notebook } from '../notebook.ts'
import { notebookSnapshot } from './snapshot.ts'

/** Golden events, in an order that gives each an effect. */
const files = [
  ...['NoteTaken.v1', 'NoteRevised.v1', 'NotesImported.v1', 'NoteDeleted.v1', 'NoteTaken.v1'],
  ...[
    'NotesOfLinksDeleted.v1',
    'NoteTaken.v2',
    'HighlightsCleared.v1',
    'NotesImported.v1',
    'NotesImported.v2',
    'NotesImported.v3',
    'NotesImported.v4',
  ],
  'ImportedNotesDeleted.v1',
  ...['NoteTaken.v3', 'NoteRevised.v2', 'HighlightsCleared.v2', 'NotesImported.v4'],
  ...['NotesMoved.v1', 'NotesMoved.v2'],
].map(name => `${name}.json`)

/** hash covers the state after each of these events, and how much is kept of what grows. */
const expected = { version: 6, hash: 'fccc50ff34d062a6b0bf87f264af63685aa468a67997c65130fff951b19aec73' }

const folder = new URL('../../../../contracts/fixtures/events/', import.meta.url)
const golden = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

test('every golden event of a notebook is folded', () => {
  const ofNotebooks = readdirSync(folder).filter(file => golden(file).stream === 'notebook')
  expect([...new Set(files)].toSorted()).toEqual(ofNotebooks.toSorted())
})

test('a change of the states that events lead to comes with a new snapshot version', () => {
  let state = notebook.initial()
  const states = files.map((file, revision) => {
    state = notebook.evolve(state, notebook.read({ ...golden(file), stream: 'notebook-1' }), revision)
    return JSON.stringify([...notebookSnapshot.freeze(state)])
  })
  const actual = {
    version: notebookSnapshot.version,
    hash: hash('sha256', [...states, IDS_OF_HALF].join('\n')),
  }
  expect(
    actual,
    'evolve or freeze gives another result than before, and stored snapshots do not have it: raise SNAPSHOT_VERSION ' +
      'in snapshot.ts by one, then copy version and hash from below into `expected`. Where only golden events were ' +
      'added to `files`, and no state changed, copy the hash alone.',
  ).toEqual(expected)
})
