import { NoteAnchor, NotePosition, NoteType } from '@lectern/contracts/api/notes.ts'
import {
  COLLECTION_COLOR_PATTERN,
  COLLECTION_DESCRIPTION_MAX,
  COLLECTION_NAME_MAX,
  COLLECTION_PALETTE,
  COLLECTIONS_MAX,
} from '@lectern/contracts/collections.ts'
import { type FileCollection, RowPosition } from '@lectern/contracts/import-rows.ts'
import { NOTES_OF_LINK_MAX } from '@lectern/contracts/limits.ts'
import { z } from 'zod'
import { formatOf } from './format.ts'
import { type JsonItem, jsonItems, takingList } from './readers/json.ts'
import { textOf } from './readers/text.ts'
import { findInZip } from './readers/zip.ts'
import {
  type DescribedCollections,
  FileRefused,
  type Format,
  type SourceFile,
  type SourceItem,
  type SourceNote,
} from './source.ts'

/** The JSON export in a ZIP of ours, which may have been unpacked and packed again, or one that a person packed. */
export const LIBRARY_FILE = /^([^/]+\/)?(library|lectern-[^/]*)\.json$/

/** Bytes of the texts of one link's notes, which are in memory together. */
const NOTES_BYTES = 16_777_216
/** Bytes of all collections, which one event has. A thousand of the longest names fit. */
const COLLECTIONS_BYTES = 600_000

// A member that is not as we write it counts as absent, so that a file that somebody edited loses no more than that.
const absent = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined)
const id = z.int().positive().max(2_147_483_647)
const date = absent(z.iso.datetime())

const Collection = z.object({
  id,
  name: z.string(),
  description: absent(z.string()),
  color: absent(z.string().regex(COLLECTION_COLOR_PATTERN)),
})
const Link = z.object({
  id: absent(id),
  url: absent(z.string()),
  title: absent(z.string()),
  titleFrom: absent(z.enum(['person', 'page'])),
  note: absent(z.string()),
  tags: absent(z.array(z.string())),
  createdAt: date,
  isFavorite: absent(z.boolean()),
  isArchived: absent(z.boolean()),
  collectionId: absent(id),
  position: absent(RowPosition),
})
const Note = z.object({
  linkId: id,
  type: z.nullish(NoteType).catch(undefined),
  content: z.string(),
  selectedText: absent(z.string()),
  color: absent(z.string().regex(COLLECTION_COLOR_PATTERN)),
  isPrivate: absent(z.boolean()),
  position: z.nullish(NotePosition).catch(undefined),
  anchor: z.nullish(NoteAnchor).catch(undefined),
  createdAt: date,
  updatedAt: date,
})
type FileNote = z.infer<typeof Note>

/** Our own export (contracts' export.ts): its links are the rows. */
export const lecternJson: Format = formatOf('lectern', file => rowsOf(file))

/** The export as a ZIP, which has the JSON beside the articles. */
export const lecternZip: Format = formatOf('lectern', async function* (file) {
  const json = await findInZip(file, LIBRARY_FILE)
  if (json === undefined) throw new FileRefused('unknown-format')
  yield* rowsOf(json)
})

async function* rowsOf(file: SourceFile): AsyncGenerator<SourceItem[]> {
  const collections = await collectionsOf(file)
  const nameOf = new Map(collections.all.map(({ ref, name }) => [ref, name]))
  const notes = new NotesOfLinks(file)
  let described: { collections?: DescribedCollections } = { collections }
  try {
    for await (const records of recordsOf(file, 'links'))
      for (const record of records) {
        // One by one: each may have megabytes of notes.
        yield [{ ...(await itemOf(record, nameOf, notes)), ...described }]
        described = {}
      }
    for (let left = await notes.unplaced(); left > 0; left--) yield [{ kind: 'failed', reason: 'no-article' }]
  } finally {
    await notes.close()
  }
}

const itemOf = async (
  record: JsonItem,
  nameOf: ReadonlyMap<number, string>,
  notes: NotesOfLinks,
): Promise<SourceItem> => {
  if ('reason' in record) return { kind: 'failed', reason: record.reason }
  const read = Link.safeParse(record.value)
  if (!read.success) return { kind: 'failed', reason: 'unreadable' }
  const { id, url, titleFrom, createdAt, collectionId, position, ...link } = read.data
  const found = id ? await notes.of(id) : { notes: [], lostNotes: false }
  return {
    kind: 'row',
    url: url ?? '',
    title: link.title ?? '',
    note: link.note ?? '',
    tags: link.tags ?? [],
    savedAt: createdAt ? new Date(createdAt) : undefined,
    isFavorite: link.isFavorite ?? false,
    isArchived: link.isArchived ?? false,
    collection: nameOf.get(collectionId ?? 0),
    notes: found.notes,
    own: {
      titleFrom: titleFrom ?? 'person',
      collectionRef: collectionId ?? undefined,
      position: position ?? undefined,
      lostNotes: found.lostNotes,
    },
  }
}

/** The collections of a file, which come before its links. The first thousand have room. */
const collectionsOf = async (file: SourceFile): Promise<DescribedCollections> => {
  const all = new Map<number, FileCollection>()
  let bytes = 0
  let areShortened = false
  for await (const records of recordsOf(file, 'collections')) {
    for (const record of records) {
      const read = 'value' in record ? Collection.safeParse(record.value).data : undefined
      const name = read && cut(read.name, COLLECTION_NAME_MAX)
      if (read === undefined || !name || all.has(read.id) || all.size === COLLECTIONS_MAX) continue
      const color = read.color ?? COLLECTION_PALETTE[all.size % COLLECTION_PALETTE.length] ?? ''
      const described = { ref: read.id, name, color: color.toUpperCase() }
      const description = cut(read.description ?? '', COLLECTION_DESCRIPTION_MAX) || null
      bytes += Buffer.byteLength(JSON.stringify({ ...described, description })) + 1
      const hasRoom = bytes <= COLLECTIONS_BYTES || description === null
      areShortened ||= !hasRoom
      all.set(read.id, { ...described, description: hasRoom ? description : null })
    }
  }
  return { all: [...all.values()], areShortened }
}

/** The records of a list. The history, which comes last, may be many times as long as what is read. */
const recordsOf = (file: SourceFile, list: 'collections' | 'links' | 'notes') =>
  jsonItems(textOf(file), takingList(list))

const cut = (text: string, length: number): string =>
  text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
    .slice(0, length)
    .toWellFormed()
    .trim()

/**
 * The notes of one link after the other. Links and notes are in the same order, so a second reader of the file follows the first,
 * and no list is held.
 */
class NotesOfLinks {
  readonly #notes: AsyncGenerator<FileNote | undefined>
  #next: FileNote | undefined
  #isAtEnd = false
  #unplaced = 0

  constructor(file: SourceFile) {
    this.#notes = notesIn(file)
  }

  async of(linkId: number): Promise<{ notes: SourceNote[]; lostNotes: boolean }> {
    const notes: SourceNote[] = []
    let [bytes, lostNotes] = [0, false]
    for (
      let note = await this.#peek();
      note !== undefined && note.linkId <= linkId;
      note = await this.#peek()
    ) {
      this.#next = undefined
      bytes += note.content.length + (note.selectedText?.length ?? 0)
      if (note.linkId < linkId) this.#unplaced++
      else if (notes.length < NOTES_OF_LINK_MAX && bytes <= NOTES_BYTES) notes.push(noteOf(note))
      else lostNotes = true
    }
    return { notes, lostNotes }
  }

  /** The number of notes whose links the file does not have, once all links were read. */
  async unplaced(): Promise<number> {
    for (; (await this.#peek()) !== undefined; this.#next = undefined) this.#unplaced++
    return this.#unplaced
  }

  async close(): Promise<void> {
    await this.#notes.return(undefined)
  }

  async #peek(): Promise<FileNote | undefined> {
    while (this.#next === undefined && !this.#isAtEnd) {
      const { value, done } = await this.#notes.next()
      this.#isAtEnd = done === true
      if (done) break
      if (value === undefined) this.#unplaced++
      else this.#next = value
    }
    return this.#next
  }
}

/** undefined for what is no note. */
async function* notesIn(file: SourceFile): AsyncGenerator<FileNote | undefined> {
  for await (const records of recordsOf(file, 'notes'))
    for (const record of records) yield 'value' in record ? Note.safeParse(record.value).data : undefined
}

const noteOf = (note: FileNote): SourceNote => ({
  type: note.type ?? 'note',
  content: note.content,
  selectedText: note.selectedText ?? undefined,
  createdAt: note.createdAt ? new Date(note.createdAt) : undefined,
  color: note.color ?? undefined,
  own: {
    isPrivate: note.isPrivate ?? false,
    position: note.position ?? undefined,
    anchor: note.anchor ?? undefined,
    updatedAt: note.updatedAt ? new Date(note.updatedAt) : undefined,
  },
})
