import type { BulkEditRequest, SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import { BulkDeleteAnswer, BulkEditAnswer, Link, newLink } from '@lectern/contracts/api/links.ts'
import { z } from 'zod/mini'
import { countOf } from '../../lib/format.ts'
import { actKind, failure, NOTHING } from '../acts/act.ts'

const linkId = z.int()
const name = z.object({ id: z.int(), name: z.string() })

/** A patch of one link. */
const change = (id: number, changed: Partial<Link>) => ({
  link: (link: Link): Link => (link.id === id ? { ...link, ...changed } : link),
})

export const linkActs = {
  favorite: actKind({
    params: z.object({ linkId, isFavorite: z.boolean() }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId, isFavorite }) => ({
      method: 'PATCH',
      path: `/api/links/${linkId}/favorite`,
      body: { isFavorite },
    }),
    patch: ({ linkId, isFavorite }) => change(linkId, { isFavorite }),
    inverse: ({ linkId }, { isFavorite }) => ({ linkId, isFavorite }),
    failed: failure('Failed to toggle favorite'),
  }),

  archive: actKind({
    params: z.object({ linkId, isArchived: z.boolean() }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId, isArchived }) => ({
      method: 'PATCH',
      path: `/api/links/${linkId}/archive`,
      body: { isArchived },
    }),
    patch: ({ linkId, isArchived }) => change(linkId, { isArchived }),
    inverse: ({ linkId }, { isArchived }) => ({ linkId, isArchived }),
    said: ({ isArchived }) => ({ title: isArchived ? 'Moved to the archive' : 'Moved out of the archive' }),
    failed: failure('Failed to toggle archive'),
  }),

  /** Moves a link into a collection, or out of its collection. */
  collect: actKind({
    params: z.object({ linkId, to: z.nullable(name) }),
    result: NOTHING,
    names: ({ linkId, to }) => ({ links: [linkId], collections: to ? [to.id] : [] }),
    request: ({ linkId, to }) => ({
      method: 'PUT',
      path: `/api/links/${linkId}/collection`,
      body: { collectionId: to?.id ?? null },
    }),
    patch: ({ linkId, to }) => change(linkId, { collectionId: to?.id ?? null }),
    done: ({ to }) => ({ title: to ? `Article added to "${to.name}".` : 'Article removed from collection.' }),
    failed: failure('Failed to update collection. Please try again.'),
  }),

  deleteLink: actKind({
    params: z.object({ linkId }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId }) => ({ method: 'DELETE', path: `/api/links/${linkId}` }),
    patch: ({ linkId }) => ({ link: link => (link.id === linkId ? null : link) }),
    failed: failure('Failed to delete link'),
  }),

  /** Asks for a new extraction of a failed article. */
  retryExtraction: actKind({
    params: z.object({ linkId }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId }) => ({ method: 'POST', path: `/api/links/${linkId}/extraction` }),
    patch: ({ linkId }) => change(linkId, { extraction: 'pending', extractionReason: null }),
    failed: failure('Failed to retry'),
  }),

  saveLink: actKind({
    params: z.object({
      url: z.string(),
      title: z.string(),
      note: z.nullish(z.string()),
      tags: z.nullish(z.array(z.string())),
      ignoreDuplicate: z.optional(z.boolean()),
    }),
    result: Link,
    names: (_params, seq) => ({ links: [-seq] }),
    request: body => ({ method: 'POST', path: '/api/links', body: body satisfies SaveLinkRequest }),
    patch: ({ url, title, note, tags }, { seq, at, result }) => ({
      addsLink:
        (result as Link | undefined) ??
        newLink({ id: -seq, url, title, note: note ?? null, tags: tags ?? [], createdAt: at }),
    }),
    done: () => ({ title: 'Link saved successfully!' }),
    failed: ({ message }) => ({ title: 'Error', description: message || 'Failed to save link' }),
  }),

  editLinks: actKind({
    params: z.object({
      linkIds: z.array(linkId),
      updates: z.object({
        collectionId: z.optional(z.nullable(z.int())),
        isFavorite: z.optional(z.boolean()),
        isArchived: z.optional(z.boolean()),
        tags: z.optional(z.array(z.string())),
      }),
    }),
    result: BulkEditAnswer,
    names: ({ linkIds, updates: { collectionId } }) => ({
      links: linkIds,
      collections: collectionId ? [collectionId] : [],
    }),
    request: body => ({ method: 'PUT', path: '/api/links/bulk', body: body satisfies BulkEditRequest }),
    patch: ({ linkIds, updates }) => {
      const ids = new Set(linkIds)
      const chosen = Object.fromEntries(Object.entries(updates).filter(([, value]) => value !== undefined))
      return { link: link => (ids.has(link.id) ? { ...link, ...chosen } : link) }
    },
    done: ({ linkIds }, result) => ({
      title: `${countOf(result?.updatedCount ?? linkIds.length, 'link')} updated successfully`,
    }),
    failed: failure('Failed to update links. Please try again.'),
  }),

  deleteLinks: actKind({
    params: z.object({ linkIds: z.array(linkId) }),
    result: BulkDeleteAnswer,
    names: ({ linkIds }) => ({ links: linkIds }),
    request: body => ({ method: 'DELETE', path: '/api/links/bulk', body }),
    patch: ({ linkIds }) => {
      const ids = new Set(linkIds)
      return { link: link => (ids.has(link.id) ? null : link) }
    },
    done: ({ linkIds }, result) => ({
      title: `${countOf(result?.deletedCount ?? linkIds.length, 'link')} deleted successfully`,
    }),
    failed: failure('Failed to delete links. Please try again.'),
  }),
}
