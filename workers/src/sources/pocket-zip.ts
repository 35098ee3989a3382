import { NOTE_TEXT_MAX } from '@lectern/contracts/limits.ts'
import { date, list, text } from './fields.ts'
import { documentRows, formatOf, tableRows } from './format.ts'
import { pocketRow, pocketUrl } from './pocket.ts'
import { jsonItems, taking } from './readers/json.ts'
import { textOf } from './readers/text.ts'
import { openZip } from './readers/zip.ts'
import {
  FileRefused,
  type Format,
  type NoRow,
  type SourceFile,
  type SourceItem,
  type SourceNote,
  type SourceRow,
} from './source.ts'

/** Characters of highlights and collections that are kept until their rows come. */
const EXTRAS_MAX = 32_000_000

/** What Pocket says about an address outside its tables. */
type Extra = { title: string; note: string; collections: string[]; notes: SourceNote[]; isUsed: boolean }

export const POCKET_PART = /(^|\/)part_\d+\.csv$/i
export const POCKET_EXTRA = /(^|\/)(annotations|collections)\/[^/]+\.json$/i

class Extras {
  readonly #byUrl = new Map<string, Extra>()
  readonly failures: NoRow[] = []
  #length = 0

  #of(url: string, title: string): Extra {
    const extra = this.#byUrl.get(url) ?? { title, note: '', collections: [], notes: [], isUsed: false }
    this.#byUrl.set(url, extra)
    this.#hold(url, title)
    return extra
  }

  #hold(...texts: string[]): void {
    for (const { length } of texts) this.#length += length
    if (this.#length > EXTRAS_MAX) throw new FileRefused('zip-too-large', 'highlights and collections')
  }

  #add(item: SourceItem, add: (row: SourceItem & { kind: 'row' }) => void): void {
    if (item.kind === 'row') add(item)
    else this.failures.push(item)
  }

  async readAnnotations(file: SourceFile): Promise<void> {
    for await (const items of documentRows(file, ['*'], record => ({
      kind: 'row',
      url: pocketUrl(text(record.url)),
      title: text(record.title),
      notes: list(record.highlights).map(highlight),
    })))
      for (const item of items)
        this.#add(item, ({ url, title = '', notes = [] }) => {
          const extra = this.#of(url, title)
          for (const note of notes) {
            this.#hold(note.content)
            if (note.content.trim() !== '') extra.notes.push(note)
          }
        })
  }

  async readCollection(file: SourceFile): Promise<void> {
    let name = ''
    for await (const items of jsonItems(textOf(file), taking('title'))) name = text(valueIn(items[0])) || name
    for await (const items of documentRows(file, ['items.*'], record => ({
      kind: 'row',
      url: pocketUrl(text(record.url)),
      title: text(record.title),
      note: text(record.note),
    })))
      for (const item of items)
        this.#add(item, ({ url, title = '', note = '' }) => {
          const extra = this.#of(url, title)
          this.#hold(note)
          if (name !== '' && !extra.collections.includes(name)) extra.collections.push(name)
          if (note !== '' && extra.note.length <= NOTE_TEXT_MAX)
            extra.note += `${extra.note && '\n\n'}${note}`
        })
  }

  /** The first row with an address gets what Pocket says about it. */
  join(item: SourceItem): SourceItem {
    const extra = item.kind === 'row' ? this.#byUrl.get(item.url) : undefined
    if (extra === undefined || extra.isUsed || item.kind !== 'row') return item
    extra.isUsed = true
    return { ...item, ...placeOf(extra), note: extra.note, notes: extra.notes }
  }

  *left(): Generator<SourceItem> {
    for (const [url, extra] of this.#byUrl) {
      const { isUsed, title, note, notes } = extra
      if (!isUsed) yield { kind: 'row', url, title, note, notes, ...placeOf(extra) }
    }
    yield* this.failures
  }
}

const placeOf = ({
  collections: [collection, ...alsoIn],
}: Extra): Pick<SourceRow, 'collection' | 'alsoIn'> => ({
  collection,
  alsoIn,
})

const valueIn = (item: object | undefined): unknown =>
  item !== undefined && 'value' in item ? item.value : undefined

const highlight = (given: unknown): SourceNote => {
  const { quote, created_at } = Object(given) as Record<string, unknown>
  return { type: 'highlight', content: text(quote), createdAt: date(created_at) }
}

/** Tables in parts of 10,000 rows, with highlights and collections beside them. */
export const pocketZip: Format = formatOf('pocket', async function* (file) {
  const files = await openZip(file)
  const extras = new Extras()
  for (const entry of files.filter(({ name }) => POCKET_EXTRA.test(name)))
    if (/(^|\/)annotations\/[^/]+$/i.test(entry.name)) await extras.readAnnotations(entry)
    else await extras.readCollection(entry)
  for (const part of files.filter(({ name }) => POCKET_PART.test(name)))
    for await (const items of tableRows(part, pocketRow)) yield items.map(item => extras.join(item))
  yield [...extras.left()]
})
