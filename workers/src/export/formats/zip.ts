import { escapeHtml } from '@lectern/contracts/escape-html.ts'
import type { ExportedNote } from '@lectern/contracts/export.ts'
import { replaceImages, type StoredImage } from '@lectern/contracts/images.ts'
import type { Snapshot } from '../snapshot.ts'
import { type AddFile, archiveOf } from '../zip/archive.ts'
import { articleAsMarkdown, articleAsPage } from '../zip/article-page.ts'
import { indexPage } from '../zip/index-page.ts'
import { articleName } from '../zip/names.ts'
import { NOTES_ELSEWHERE_FILE, notesElsewhereAsMarkdown } from '../zip/notes-elsewhere.ts'
import { articleOf, copiesOf, pictureOf } from './articles.ts'
import type { Format } from './format.ts'
import { joinedByLink } from './join.ts'
import { jsonFormat } from './json.ts'

/** Notes of one article in its files; the JSON has all. */
const NOTES_BYTES = 4_194_304

/** Each article as a page and as Markdown, their pictures, a page that lists all, notes on articles of others, and the JSON export. */
export const zipFormat: Format = (library, told) =>
  archiveOf(async add => {
    const names = new Map<number, string>()
    for await (const { id, name } of library.collections()) names.set(id, name)
    const read = new Set<number>()
    const images = new Set<string>()
    for await (const { link, notes } of joinedByLink(library)) {
      const html = await articleOf(library, link)
      if (html !== undefined) {
        const copies = await copiesOf(library, link, html)
        for (const hash of copies.values()) await addImage(library, hash, images, add)
        const article = {
          link,
          html: withCopies(html, copies),
          collection: names.get(link.collectionId ?? 0),
          notes: await firstOf(notes),
        }
        const name = `articles/${articleName(link.shownTitle, link.id)}`
        const at = new Date(link.createdAt)
        await add(`${name}.html`, [articleAsPage(article)], { at })
        await add(`${name}.md`, [articleAsMarkdown(article)], { at })
        read.add(link.id)
      }
      await told()
    }
    const at = library.takenAt
    const fileOf = (id: number, title: string) => (read.has(id) ? articleName(title, id) : undefined)
    await add('index.html', indexPage(library, names, fileOf), { at })
    if (library.counts.notesElsewhere > 0)
      await add(NOTES_ELSEWHERE_FILE, notesElsewhereAsMarkdown(library.notesElsewhere()), { at })
    await add(
      'library.json',
      jsonFormat(library, async () => {}),
      { at },
    )
  })

/** Adds a picture once, however many articles show it. */
const addImage = async (library: Snapshot, hash: string, added: Set<string>, add: AddFile): Promise<void> => {
  if (hash === '' || added.has(hash)) return
  const copy = await pictureOf(library, hash)
  if (copy === undefined) return
  added.add(hash)
  await add(`images/${hash}.webp`, [copy], { at: library.takenAt, isPacked: true })
}

/** The article with its pictures beside it. One without a copy is a link to the original. */
const withCopies = (html: string, copies: ReadonlyMap<string, string>): string =>
  replaceImages(html, ({ source, alt, title }: StoredImage) => {
    const copy = copies.get(source)
    if (copy === '') return ''
    const words = `alt="${escapeHtml(alt)}"${title === undefined ? '' : ` title="${escapeHtml(title)}"`}`
    if (copy !== undefined) return `<img src="../images/${copy}.webp" ${words}>`
    if (source.startsWith('data:')) return `<img src="${escapeHtml(source)}" ${words}>`
    return `<a href="${escapeHtml(source)}" rel="noopener noreferrer">${escapeHtml(alt || 'Picture')}</a>`
  })

const firstOf = async (notes: AsyncIterable<ExportedNote>): Promise<ExportedNote[]> => {
  const first: ExportedNote[] = []
  let bytes = 0
  for await (const note of notes) {
    bytes += note.content.length + (note.selectedText?.length ?? 0)
    if (bytes > NOTES_BYTES) break
    first.push(note)
  }
  return first.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** A note without a place comes after those that have one. */
const placeOf = ({ position }: ExportedNote): number => position?.start ?? Number.MAX_SAFE_INTEGER
