import { EventMetadata } from '@lectern/contracts/events/metadata.ts'
import { countIds, type IdRanges, idsIn, toIdRanges } from '@lectern/contracts/id-ranges.ts'
import type { ActFacts, ActsTable } from '@lectern/contracts/read-model/tables.ts'
import { memberOf, type ProjectedEvent } from '../projection.ts'
import { type ActPart, actOf, firstOf, importedBy } from './act-of.ts'
import { NamesBatch } from './names.ts'
import { TitlesBatch } from './titles.ts'

/** An act, or a part of one, before its links are written as ranges. */
type Act = Pick<
  ActsTable,
  'library_id' | 'stream' | 'revision' | 'last_revision' | 'kind' | 'via' | 'member_id' | 'command_id'
> &
  Pick<ActsTable, 'import_id' | 'undo'> & {
    readonly at: string
    readonly position: string
    links: IdRanges
    facts: ActFacts
    readonly topics: Set<string>
    readonly note_id: number | null
    readonly undoes: string | null
    /** The batch before may have the first events of its command. */
    readonly may_continue: boolean
  }
/** Links that an import of an earlier batch brought. */
type Imported = { library_id: string; import_id: string; links: IdRanges; topics: Set<string> }

/** Sums up the events of a batch as acts. */
export class HistoryBatch {
  private readonly acts: Act[] = []
  private readonly lastOf = new Map<string, Act>()
  private readonly imports = new Map<string, Act | Imported>()
  readonly names = new NamesBatch()
  readonly titles = new TitlesBatch()
  private readonly libraries = new Set<string>()

  add(read: ProjectedEvent): void {
    const { kind, position } = read
    if (kind === 'article') this.titles.addArticle(read.id, read.event, position)
    if (kind !== 'library' && kind !== 'notebook') return
    const { id: libraryId, event } = read
    this.libraries.add(libraryId)
    if (kind === 'library') this.titles.addLibrary(libraryId, read.event, position)
    else this.names.add(libraryId, read.event)
    const more = importedBy(event)
    if (more) this.addImported(libraryId, more)
    const part = actOf(event)
    if (part) this.addPart(read, part, event.data.at)
  }

  private addPart(
    { revision, position, eventId, metadata, ...read }: ProjectedEvent,
    part: ActPart,
    at: string,
  ): void {
    if (read.kind !== 'library' && read.kind !== 'notebook') return
    const { id: library_id, kind: streamKind } = read
    const stream = streamKind === 'library' ? 'l' : 'n'
    const key = `${stream}${library_id}`
    const issued = EventMetadata.safeParse(metadata).data
    const isImport = part.kind === 'imported'
    const commandId = (isImport ? part.importId : undefined) ?? issued?.commandId ?? eventId
    const last = this.lastOf.get(key)
    if (last?.command_id === commandId && last.last_revision === revision - 1) {
      last.links = unite(last.links, part.links)
      last.facts = { ...part.facts, ...last.facts }
      last.last_revision = revision
      for (const topic of part.topics) last.topics.add(topic)
      return
    }
    const { importId = null, noteId = null, undoes = null, topics, ...facts } = part
    const linkOfNote = noteId === null ? undefined : this.names.linkOfNote(library_id, noteId)
    const act: Act = {
      ...facts,
      ...{ library_id, stream, revision, last_revision: revision, position },
      at: new Date(at).toISOString(),
      ...{
        via: isImport ? 'import' : (issued?.via ?? 'system'),
        member_id: memberOf({ metadata }),
        command_id: commandId,
      },
      links: facts.links.length === 0 && linkOfNote != null ? [linkOfNote] : facts.links,
      topics: new Set(topics),
      ...{ import_id: importId, note_id: noteId, undoes },
      may_continue: last === undefined && revision > 0,
    }
    this.acts.push(act)
    this.lastOf.set(key, act)
    if (isImport && importId !== null) this.imports.set(keyOf(library_id, importId), act)
  }

  private addImported(
    library_id: string,
    { importId, links, topics }: NonNullable<ReturnType<typeof importedBy>>,
  ): void {
    const key = keyOf(library_id, importId)
    const known = this.imports.get(key)
    if (known === undefined) {
      this.imports.set(key, { library_id, import_id: importId, links, topics: new Set(topics) })
      return
    }
    known.links = unite(known.links, links)
    for (const topic of topics) known.topics.add(topic)
  }

  /** The ids of the libraries that have something new. */
  changedLibraries(): string[] {
    return [...this.libraries]
  }

  /** Acts, and links of imports that began in an earlier batch, as rows of JSON. */
  rows(): { acts: object[]; imported: object[] } {
    const acts = this.acts.map(({ topics, links, ...act }, n) => ({
      ...{ n, ...act, ...linkColumns(links, act.kind === 'imported'), topics: [...topics] },
    }))
    const imported = [...this.imports.values()].flatMap(each =>
      'kind' in each
        ? []
        : [
            {
              ...{ library_id: each.library_id, import_id: each.import_id, topics: [...each.topics] },
              ...linkColumns(each.links, true),
            },
          ],
    )
    return { acts, imported }
  }
}

const keyOf = (libraryId: string, importId: string) => `${libraryId}/${importId}`

const unite = (a: IdRanges, b: IdRanges): IdRanges =>
  a.length === 0 ? b : b.length === 0 ? a : toIdRanges([...idsIn(a), ...idsIn(b)])

/** @param isMany more links may come */
const linkColumns = (links: IdRanges, isMany: boolean) => {
  const link_count = countIds(links)
  const named = [...firstOf(links)]
  if (link_count <= 1 && !isMany) return { link_count, named, link_id: named[0] ?? null, links: null }
  return { link_count, named, link_id: null, links: multirange(links) }
}

/** As Postgres reads an int4multirange. */
const multirange = (ranges: IdRanges): string =>
  `{${ranges.map(range => (typeof range === 'number' ? `[${range},${range}]` : `[${range.join()}]`)).join()}}`
