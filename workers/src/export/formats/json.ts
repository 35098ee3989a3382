import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedLink,
  type ExportedNoteElsewhere,
  type ExportHeader,
  type ExportList,
} from '@lectern/contracts/export.ts'
import type { SourceLink } from '../link-row.ts'
import type { Snapshot } from '../snapshot.ts'
import { type Format, inBatches } from './format.ts'

/** Everything, as contracts' export.ts says. */
export const jsonFormat: Format = (library, told) => inBatches(linesOf(library, told))

async function* linesOf(library: Snapshot, told: () => Promise<void>): AsyncGenerator<string> {
  const header: ExportHeader = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: library.takenAt.toISOString(),
    scope: library.scope,
    hasPrivateNotes: library.hasPrivateNotes,
    counts: library.counts,
  }
  yield JSON.stringify(header).slice(0, -1)
  const lists: Record<ExportList, AsyncIterable<object>> = {
    collections: library.collections(),
    links: linksOf(library, told),
    notes: library.notes(),
    imports: library.imports(),
    history: library.history(),
    notesElsewhere: notesElsewhereOf(library),
  }
  for (const [name, records] of Object.entries(lists)) {
    yield `,\n"${name}":[`
    let before = '\n'
    for await (const record of records) {
      yield `${before}${JSON.stringify(record)}`
      before = ',\n'
    }
    yield '\n]'
  }
  yield '}\n'
}

async function* linksOf(library: Snapshot, told: () => Promise<void>): AsyncGenerator<ExportedLink> {
  for await (const link of library.links()) {
    yield exported(link)
    await told()
  }
}

async function* notesElsewhereOf(library: Snapshot): AsyncGenerator<ExportedNoteElsewhere> {
  for await (const { place: _, ...note } of library.notesElsewhere()) yield note
}

const exported = ({ shownTitle: _, articleId: __, failure: ___, ...link }: SourceLink): ExportedLink => link
