import type { HistoryAct, ToldAct } from '../api/history.ts'
import type { ActsTable, HistoryNamesTable } from './tables.ts'

/** The columns that tell what happened in an act. */
export const ACT_COLUMNS = [
  ...([
    'stream',
    'revision',
    'position',
    'at',
    'kind',
    'via',
    'command_id',
    'import_id',
    'link_count',
  ] as const),
  ...(['named', 'facts'] as const),
] as const
export type ActRow = Pick<ActsTable, (typeof ACT_COLUMNS)[number]>

export type ActName = Pick<HistoryNamesTable, 'title' | 'url' | 'note_type' | 'is_gone'>
export type ActImport = NonNullable<HistoryAct['import']>

/** Some acts name these. Names are found by kind, id and the position of the act, as in l12@345. */
export type KnownToActs = {
  readonly names: ReadonlyMap<string, ActName>
  readonly imports: ReadonlyMap<string, ActImport>
}

/** Each name that the acts need, once: the kinds and the ids of rows of history_names, and when the name was seen. */
export const namesIn = (
  rows: readonly Pick<ActRow, 'named' | 'facts' | 'position'>[],
): { kinds: string[]; ids: number[]; positions: number[] } => {
  const wanted = new Map<string, readonly [kind: string, id: number, position: number]>()
  for (const { named, facts, position } of rows) {
    const want = (kind: string, id: number) => wanted.set(`${kind}${id}@${position}`, [kind, id, position])
    for (const id of named) want('l', id)
    for (const id of [facts.collectionId, facts.collectionBefore]) if (id != null) want('c', id)
    if (facts.noteId !== undefined) want('n', facts.noteId)
  }
  const keys = [...wanted.values()]
  return {
    kinds: keys.map(([kind]) => kind),
    ids: keys.map(([, id]) => id),
    positions: keys.map(([, , position]) => position),
  }
}

/** Each import that the acts are of, or about. */
export const importsIn = (rows: readonly Pick<ActRow, 'import_id'>[]): string[] => [
  ...new Set(rows.flatMap(({ import_id }) => import_id ?? [])),
]

/** What happened in an act, with the names that what it was about had then. */
export const toldAct = (row: ActRow, { names, imports }: KnownToActs): ToldAct => {
  const { collectionId, collectionBefore, changes, noteId, text, elsewhere: _, ...others } = row.facts
  const nameOf = (kind: string, id: number) => names.get(`${kind}${id}@${row.position}`)
  const collection = (id: number | null) => {
    const name = id === null ? undefined : nameOf('c', id)
    return id === null ? null : { id, name: name?.title ?? '' }
  }
  const note = noteId === undefined ? undefined : nameOf('n', noteId)
  const ofImport = row.import_id === null ? undefined : imports.get(row.import_id)
  return {
    ...{ id: `${row.stream}${row.revision}`, commandId: row.command_id, at: row.at.toISOString() },
    ...{ via: row.via, kind: row.kind, linkCount: row.link_count },
    links: row.named.flatMap(id => {
      const name = nameOf('l', id)
      return name === undefined ? [] : [{ id, title: name.title, url: name.url ?? '', isGone: name.is_gone }]
    }),
    ...(others as Pick<ToldAct, 'isFavorite'>),
    ...(collectionId !== undefined && { collection: collection(collectionId) }),
    ...(collectionBefore !== undefined && { collectionBefore: collection(collectionBefore) }),
    ...(changes && { changes }),
    ...(noteId !== undefined &&
      note && {
        note: { id: noteId, type: note.note_type ?? 'note', text: text ?? note.title, isGone: note.is_gone },
      }),
    ...(ofImport && { import: ofImport }),
  }
}

/** UTF-16 units of a note's text that the history keeps. */
export const NOTE_TEXT_MAX = 300

/** The beginning of a note's text, as the history keeps it. */
export const noteTextOf = (content: string): string => content.slice(0, NOTE_TEXT_MAX).toWellFormed()
