import { type LibraryEvent, libraryStream } from '@lectern/contracts/events/library.ts'
import { unpack } from '@lectern/contracts/events/link-values.ts'
import { readLibraryEvent } from '@lectern/contracts/events/read.ts'
import { idsIn } from '@lectern/contracts/id-ranges.ts'
import type { EventStore } from '@lectern/platform/event-store/port.ts'
import type { Aggregates } from '../aggregates.ts'
import { hasEnded } from '../domain/library/import-state.ts'
import type { Added, ImportFacts } from '../domain/library/undo-import.ts'
import { isRevised } from '../domain/notebook/state.ts'

type Parts = Pick<Aggregates, 'libraries' | 'notebooks'> & { readonly store: EventStore }
type OfImport = { readonly libraryId: string; readonly importId: string; readonly revision: number }

/** Events between the request of an import and its end that are read. */
const EVENTS_MAX = 50_000

/** Reads what an import brought, at any age. @param revision of its ImportRequested */
export const readImportFacts = async (
  { libraries, notebooks, store }: Parts,
  { libraryId, importId, revision }: OfImport,
): Promise<ImportFacts> => {
  const isUnended = await libraries.read(libraryId, ({ imports }) => {
    const found = imports.get(importId)
    return found !== undefined && !hasEnded(found)
  })
  if (isUnended) return { isWhole: false, linkIds: [], collections: [], added: new Map(), notes: [] }
  const brought = await readBrought(store, { libraryId, importId, revision })
  const ids = new Set(brought.linkIds)
  // Last, so that hardly a note can be taken between this and the decision.
  const notes = await notebooks.read(libraryId, notebook =>
    [...notebook.notes].flatMap(([id, note]) => {
      const isImported = note.importId === importId
      // Links of others may have the same numbers.
      return isImported || (note.of === null && ids.has(note.linkId))
        ? [{ id, linkId: note.linkId, isImported, isRevised: isRevised(note) }]
        : []
    }),
  )
  return { ...brought, notes }
}

const readBrought = async (
  store: EventStore,
  { libraryId, importId, revision }: OfImport,
): Promise<Omit<ImportFacts, 'notes'>> => {
  const linkIds: number[] = []
  const collections: ImportFacts['collections'][number][] = []
  const added = new Map<number, Added>()
  const range = { from: BigInt(revision + 1), maxCount: EVENTS_MAX }
  for await (const recorded of store.readStream(libraryStream(libraryId), range)) {
    if (!/^(LinksImported|ImportAdded|ImportCompleted|ImportFailed)$/.test(recorded.type)) continue
    const { type, data } = readLibraryEvent(recorded)
    if (!('importId' in data) || data.importId !== importId) continue
    if (type === 'ImportAdded') addAll(added, data)
    if (type === 'ImportCompleted' || type === 'ImportFailed')
      return { isWhole: true, linkIds, collections, added }
    if (type !== 'LinksImported') continue
    for (const { linkId } of data.links) linkIds.push(linkId)
    for (const { collectionId: id, name, color, description = null } of data.newCollections)
      collections.push({ id, name, color, description })
  }
  return { isWhole: false, linkIds, collections, added }
}

/** Rows of several chunks may have added to one link. */
export const addAll = (
  added: Map<number, Added>,
  { links, before, after }: Extract<LibraryEvent, { type: 'ImportAdded' }>['data'],
): void => {
  const [had, got] = [unpack(before), unpack(after)]
  for (const [n, linkId] of [...idsIn(links)].entries()) {
    const earlier = added.get(linkId)
    const [tagsBefore, tags] = [had.tags?.[n] ?? [], got.tags?.[n] ?? []]
    const collectionId = got.collectionId?.[n] ?? null
    const isMoved = had.collectionId?.[n] !== collectionId
    added.set(linkId, {
      tags: [...(earlier?.tags ?? []), ...tags.filter(tag => !tagsBefore.includes(tag))],
      collectionId: isMoved ? collectionId : (earlier?.collectionId ?? null),
    })
  }
}
