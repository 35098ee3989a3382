import type { HistoryAct, ToldAct } from '../api/history.ts'
import type { ActsTable, HistoryNamesTable } from './tables.ts'

/** The columns that tell what happened in an act. */
export const ACT_COLUMNS = [
  ...(['stream', 'revision', 'at', 'kind', 'via', 'command_id', 'import_id', 'link_count'] as const),
  ...(['named', 'facts'] as const),
] as const
export type ActRow = Pick<ActsTable, (typeof ACT_COLUMNS)[number]>

export type ActName = Pick<HistoryNamesTable, 'title' | 'url' | 'note_type' | 'is_gone'>
export type ActImport = NonNullable<HistoryAct['import']>

/** What some acts name. Names are found by kind and id, as in l12. */
export type KnownToActs = {
  readonly names: ReadonlyMap<string, ActName>
  readonly imports: ReadonlyMap<string, ActImport>
}

/** Each name that the acts need, once: the kinds and the ids of rows of history_names. */
export const namesIn = (
  rows: readonly Pick<ActRow, 'named' | 'facts'>[],
): { kinds: string[]; ids: number[] } => {
  const wanted = new Set<string>()
  for (const { named, facts } of rows) {
    for (const id of named) wanted.add(`l${id}`)
    for (const id of [facts.collectionId, facts.collectionBefore]) if (id != null) wanted.add(`c${id}`)
    if (facts.noteId !== undefined) wanted.add(`n${facts.noteId}`)
  }
  const keys = [...wanted]
  return { kinds: keys.map(key => key.slice(0, 1)), ids: keys.map(key => Number(key.slice(1))) }
}

/** Each import that the acts are of, or about. */
export const importsIn = (rows: readonly Pick<ActRow, 'import_id'>[]): string[] => [
  ...new Set(rows.flatMap(({ import_id }) => import_id ?? [])),
]

/** What happened in an act, with the latest names of what it was about. */
export const toldAct = (row: ActRow, { names, imports }: KnownToActs): ToldAct => {
  const { collectionId, collectionBefore, changes, noteId, text, ...others } = row.facts
  const collection = (id: number | null) => {
    const name = id === null ? undefined : names.get(`c${id}`)
    return id === null ? null : { id, name: name?.title ?? '' }
  }
  const note = noteId === undefined ? undefined : names.get(`n${noteId}`)
  const ofImport = row.import_id === null ? undefined : imports.get(row.import_id)
  return {
    ...{ id: `${row.stream}${row.revision}`, commandId: row.command_id, at: row.at.toISOString() },
    ...{ via: row.via, kind: row.kind, linkCount: row.link_count },
    links: row.named.flatMap(id => {
      const name = names.get(`l${id}`)
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
