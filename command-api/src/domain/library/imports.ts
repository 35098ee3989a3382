import { Rejected } from '@lectern/contracts/api/errors.ts'
import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import type { ImportedRows } from '@lectern/contracts/events/library-imports.ts'
import type { ImportFailureReason } from '@lectern/contracts/import-reasons.ts'
import type { ImportChunk } from '@lectern/contracts/import-rows.ts'
import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { LINKS_MAX } from '@lectern/contracts/plans.ts'
import { urlKey } from '@lectern/contracts/url-key.ts'
import { existingLinks } from './add-to-existing.ts'
import { collectionsFor } from './import-collections.ts'
import { hasEnded, type ImportState, isOf, UNENDED_MAX } from './import-state.ts'
import { bytesOfLink, roomOf } from './room.ts'
import { findByKey, type Library } from './state.ts'
import { speller } from './tags.ts'

export type RequestImport = {
  readonly type: 'RequestImport'
  readonly importId: string
  readonly uploadId: string
  readonly sha256: string
  readonly source: ImportSource
  readonly fileName: string
  readonly requestedBy: string
  readonly expectedRows: number
  /** Rows that the preview found to be new. */
  readonly newRows: number
  /** Import what the plan has room for. */
  readonly proceedWithFree: boolean
  /** Duplicates add their tags and folders to what is there. */
  readonly addToExisting?: boolean | undefined
  readonly now: string
}
export type StartImport = { readonly type: 'StartImport'; readonly importId: string; readonly now: string }
export type ImportRows = {
  readonly type: 'ImportRows'
  readonly importId: string
  readonly chunk: ImportChunk
  readonly now: string
}
/** failure null: every row was read. */
export type EndImport = {
  readonly type: 'EndImport'
  readonly importId: string
  readonly failure: ImportFailureReason | null
  readonly now: string
}

/** An upload that is being imported already leads to no second import. @throws Rejected limit-reached, too-many-imports */
export const requestImport = (command: RequestImport, library: Library): LibraryEvent[] => {
  if (!library.opened) throw new Rejected('not-found')
  const { type: _, newRows, addToExisting, now, ...request } = command
  if (library.imports.has(request.importId) || findUnended(library, request.uploadId)) return []
  const { limit } = library.allowance
  const currentCount = library.links.size
  const isOver = limit !== null && newRows > 0 && currentCount + newRows > limit
  if (isOver && (currentCount >= limit || !request.proceedWithFree))
    throw new Rejected('limit-reached', { currentCount, limit, upgradeRequired: true })
  const unended = [...library.imports.values()].filter(each => !hasEnded(each))
  if (unended.length >= UNENDED_MAX) throw new Rejected('too-many-imports')
  const data = { ...request, ...(addToExisting && { addToExisting }), at: now }
  return [{ type: 'ImportRequested', data }]
}

/** The import of this upload that waits or runs. */
export const findUnended = (library: Library, uploadId: string): string | undefined => {
  for (const [importId, each] of library.imports)
    if (each.uploadId === uploadId && !hasEnded(each)) return importId
  return undefined
}

/** [] while it is not its turn: the imports of a library run one after the other. */
export const startImport = ({ importId, now }: StartImport, library: Library): LibraryEvent[] => {
  const { status } = findImport(library, importId)
  const [next] = [...library.imports].find(([, each]) => !hasEnded(each)) ?? []
  return status === 'waiting' && next === importId
    ? [{ type: 'ImportStarted', data: { importId, at: now } }]
    : []
}

/** [] where the rows are recorded already. @throws Rejected bad-request where rows before them are missing */
export const importRows = ({ importId, chunk, now }: ImportRows, library: Library): LibraryEvent[] => {
  const found = findImport(library, importId)
  const { status, nextRow, requestedAt } = found
  if (chunk.firstRow < nextRow) return []
  if (status !== 'running' || chunk.firstRow > nextRow) throw new Rejected('bad-request')

  const limit = library.allowance.limit ?? LINKS_MAX
  const collections = collectionsFor(library, found)
  collections.describe(chunk.collections ?? [])
  const spell = speller(library.tags)
  const there = existingLinks(library, { collections, spell, isWanted: found.addToExisting })
  const imported = new Map<string, number>()
  let room = roomOf(library)
  const { firstRow, lastRow, failed } = chunk
  const [skipped, shortened] = [[...chunk.skipped], [...chunk.shortened]]
  const links: ImportedRows['links'] = []
  const duplicates: ImportedRows['duplicates'] = []
  for (const given of chunk.rows) {
    const { row, collection: _, collectionRef: __, savedAt, isExact, position: ___, ...link } = given
    const key = urlKey(link.url)
    const earlier = findByKey(library, key)
    const existing = earlier ?? imported.get(key)
    // A library may have links with the same address. Its export has them all.
    const isRepetition = isExact && (earlier === undefined || isOf(found, earlier))
    if (existing !== undefined && !isRepetition) {
      const fresh = links[existing - library.nextLinkId]
      const { lacks, isAdded, bytes, shortened: lost } = there.compare(existing, given, { fresh, room })
      room -= bytes
      shortened.push(...lost)
      const told = { ...(lacks && { lacks }), ...(isAdded && { isAdded: true as const }) }
      duplicates.push({ row, url: link.url, linkId: existing, ...told })
      continue
    }
    if (library.links.size + links.length >= limit) {
      skipped.push({ row, url: link.url, reason: 'over-limit' })
      continue
    }
    const tags = isExact && found.beganEmpty ? link.tags : spell(link.tags)
    const bytes = bytesOfLink(library, { texts: { ...link, urlKey: key }, tags })
    if (bytes > room) {
      skipped.push({ row, url: link.url, reason: 'no-room' })
      continue
    }
    room -= bytes
    const linkId = library.nextLinkId + links.length
    const collectionId = collections.idOfRow(given)
    if (collectionId === undefined) shortened.push({ row, reason: 'no-collection' })
    links.push({
      row,
      linkId,
      ...link,
      tags,
      urlKey: key,
      savedAt: savedAt ?? timeOfRow(requestedAt, row),
      collectionId: collectionId ?? null,
    })
    imported.set(key, linkId)
  }
  const newCollections = collections.created
  const known = collections.found.length > 0 && { knownCollections: collections.found }
  const became = { links, newCollections, ...known, duplicates, skipped, failed, shortened }
  return [
    { type: 'LinksImported', data: { importId, firstRow, lastRow, ...became, at: now } },
    ...there.events(importId, now),
  ]
}

export const endImport = ({ importId, failure, now }: EndImport, library: Library): LibraryEvent[] => {
  const found = findImport(library, importId)
  if (hasEnded(found)) return []
  const { totals, status } = found
  if (failure !== null)
    return [{ type: 'ImportFailed', data: { importId, reason: failure, totals, at: now } }]
  if (status !== 'running') throw new Rejected('bad-request')
  return [{ type: 'ImportCompleted', data: { importId, totals, at: now } }]
}

/** @throws Rejected import-not-found */
export const findImport = (library: Library, importId: string): ImportState => {
  const found = library.imports.get(importId)
  if (found === undefined) throw new Rejected(library.closed ? 'account-closed' : 'import-not-found')
  return found
}

/** Rows without a date have that of the import. The first row of the file is the newest, so lists keep the file's order. */
const timeOfRow = (requestedAt: string, row: number): string =>
  new Date(Date.parse(requestedAt) - row).toISOString()
