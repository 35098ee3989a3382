import { escapeHtml } from '../escape.ts'
import type { Snapshot, SourceLink } from '../snapshot.ts'
import { type Format, inBatches } from './format.ts'

const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`

/** A bookmark file, as browsers import it: a folder for each collection, then the links in none. */
export const htmlFormat: Format = (library, told) => inBatches(linesOf(library, told))

async function* linesOf(library: Snapshot, told: () => Promise<void>): AsyncGenerator<string> {
  yield HEAD
  const names = new Map<number, string>()
  for await (const { id, name } of library.collections()) names.set(id, name)
  let folder: number | null = null
  for await (const link of library.links('collection')) {
    const { collectionId } = link
    if (collectionId !== folder) {
      if (folder !== null) yield '</DL><p>\n'
      folder = collectionId
      if (collectionId !== null) yield `<DT><H3>${line(names.get(collectionId) ?? '')}</H3>\n<DL><p>\n`
    }
    yield bookmark(link)
    await told()
  }
  if (folder !== null) yield '</DL><p>\n'
  yield '</DL><p>\n'
}

const bookmark = (link: SourceLink): string => {
  const date = Math.floor(Date.parse(link.createdAt) / 1_000)
  const flags = `${link.isFavorite ? ' DATA-IMPORTANT="true"' : ''}${link.isArchived ? ' DATA-ARCHIVED="true"' : ''}`
  const tags = link.tags.length > 0 ? ` TAGS="${line(link.tags.join(','))}"` : ''
  const note = link.note === null ? '' : `<DD>${line(link.note)}\n`
  return `<DT><A HREF="${line(link.url)}" ADD_DATE="${date}" LAST_MODIFIED="${date}"${tags}${flags}>${line(link.shownTitle)}</A>\n${note}`
}

/** Browsers read the file line by line. */
const line = (text: string): string => escapeHtml(text).replace(/\r\n|[\r\n]/g, '&#10;')
