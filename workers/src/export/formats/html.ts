import { escapeHtml } from '@lectern/contracts/escape-html.ts'
import type { SourceLink } from '../link-row.ts'
import type { Snapshot } from '../snapshot.ts'
import { type Format, inBatches } from './format.ts'

const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`

/** A bookmark file, as browsers import it: folders of collections, those of 'Parent / Child' in each other, then the links in none. */
export const htmlFormat: Format = (library, told) => inBatches(linesOf(library, told))

async function* linesOf(library: Snapshot, told: () => Promise<void>): AsyncGenerator<string> {
  yield HEAD
  const root = newFolder()
  for await (const { id, name } of library.collections()) folderOf(root, pathOf(name)).ids.push(id)
  const paths = new Map(placesIn(root, []))
  let open: readonly string[] = []
  for await (const link of library.links([...paths.keys()])) {
    const path = paths.get(link.collectionId ?? 0) ?? []
    yield between(open, path)
    open = path
    yield bookmark(link)
    await told()
  }
  yield between(open, [])
  yield '</DL><p>\n'
}

type Folder = { readonly ids: number[]; readonly inside: Map<string, Folder> }
const newFolder = (): Folder => ({ ids: [], inside: new Map() })

/** Imports join the names of nested folders in this way. */
const NESTS = ' / '

const pathOf = (name: string): readonly string[] => {
  const names = name.split(NESTS)
  return names.every(each => each !== '' && each.trim() === each) ? names : [name]
}

const folderOf = (root: Folder, path: readonly string[]): Folder =>
  path.reduce((folder, name) => {
    const inside = folder.inside.get(name) ?? newFolder()
    folder.inside.set(name, inside)
    return inside
  }, root)

/** Collections with their paths. Each folder comes before those in it, and all of these before the next. */
function* placesIn({ ids, inside }: Folder, path: readonly string[]): Generator<[number, readonly string[]]> {
  for (const id of ids) yield [id, path]
  for (const [name, folder] of inside) yield* placesIn(folder, [...path, name])
}

/** Leaves the folders of one place and enters those of another. */
const between = (from: readonly string[], to: readonly string[]): string => {
  const common = from.findIndex((name, n) => name !== to[n])
  const shared = common < 0 ? from.length : common
  const entered = to.slice(shared).map(name => `<DT><H3>${line(name)}</H3>\n<DL><p>\n`)
  return '</DL><p>\n'.repeat(from.length - shared) + entered.join('')
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
