import type { EditLinkRequest, SaveLinkRequest } from '@lectern/contracts/api/link-requests.ts'
import { type Link as ApiLink, newLink } from '@lectern/contracts/api/links.ts'
import { z } from 'zod/mini'
import { Link, namedLink } from '../answers.ts'
import { type Id, idIn, inLibrary, linkPath, numberOf, ownerOf } from '../id.ts'
import { actKind, failure, ID, NOTHING } from './act.ts'
import { flagged } from './flagged.ts'

const linkId = ID
const name = z.object({ id: ID, name: z.string() })
/** Whose links they are; absent: one's own. */
const library = z.optional(z.string())

/** A patch of one link. */
const change = (id: Id, changed: Partial<Link>) => ({
  link: (link: Link): Link => (link.id === id ? { ...link, ...changed } : link),
})

/** extension: the browser extension opened the form. */
const via = z.optional(z.string())
const sentBy = (via: string | undefined): Record<string, string> => (via ? { 'lectern-via': via } : {})

const EDITED = { title: 'Link edited' }

export const linkActs = {
  favorite: actKind({
    params: z.object({ linkId, isFavorite: z.boolean() }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId, isFavorite }) => ({
      method: 'PATCH',
      path: linkPath(linkId, '/favorite'),
      body: { isFavorite },
    }),
    patch: ({ linkId, isFavorite }) => ({ ...change(linkId, { isFavorite }), isWhole: true }),
    undoable: true,
    said: flags => ({ title: flagged(flags) }),
    failed: failure('Failed to toggle favorite'),
  }),

  archive: actKind({
    params: z.object({ linkId, isArchived: z.boolean() }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId, isArchived }) => ({
      method: 'PATCH',
      path: linkPath(linkId, '/archive'),
      body: { isArchived },
    }),
    patch: ({ linkId, isArchived }) => ({ ...change(linkId, { isArchived }), isWhole: true }),
    undoable: true,
    said: flags => ({ title: flagged(flags) }),
    failed: failure('Failed to toggle archive'),
  }),

  /** Moves a link into a collection, or out of its collection. */
  collect: actKind({
    params: z.object({ linkId, to: z.nullable(name) }),
    result: NOTHING,
    names: ({ linkId, to }) => ({ links: [linkId], collections: to ? [to.id] : [] }),
    request: ({ linkId, to }) => ({
      method: 'PUT',
      path: linkPath(linkId, '/collection'),
      body: { collectionId: to ? numberOf(to.id) : null },
    }),
    undoable: true,
    patch: ({ linkId, to }) => ({ ...change(linkId, { collectionId: to?.id ?? null }), isWhole: true }),
    done: ({ to }) => ({ title: to ? `Article added to "${to.name}".` : 'Article removed from collection.' }),
    failed: failure('Failed to update collection. Please try again.'),
  }),

  deleteLink: actKind({
    params: z.object({ linkId }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId }) => ({ method: 'DELETE', path: linkPath(linkId) }),
    patch: ({ linkId }) => ({ link: link => (link.id === linkId ? null : link), isWhole: true }),
    isDoneWhenGone: () => true,
    isDeletion: true,
    done: () => ({ title: 'Link deleted' }),
    failed: failure('Failed to delete link'),
  }),

  /** Asks for a new extraction of a failed article. */
  retryExtraction: actKind({
    params: z.object({ linkId }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId }) => ({ method: 'POST', path: linkPath(linkId, '/extraction') }),
    patch: ({ linkId }) => change(linkId, { extraction: 'pending', extractionReason: null }),
    failed: failure('Failed to retry'),
  }),

  saveLink: actKind({
    params: z.object({
      url: z.string(),
      title: z.string(),
      titleFrom: z.optional(z.enum(['person', 'page'])),
      note: z.nullish(z.string()),
      tags: z.nullish(z.array(z.string())),
      ignoreDuplicate: z.optional(z.boolean()),
      /** Where it is saved into a collection of somebody else. */
      library,
      collection: z.optional(name),
      via,
      /** Names what was saved at once, without the form: its links are taken back together, and it has a toast of its own. */
      together: z.optional(z.string()),
    }),
    result: Link,
    named: (link, { library }) => (link.library === undefined ? namedLink(link as ApiLink, library) : link),
    undoable: true,
    names: (_params, seq) => ({ links: [-seq] }),
    request: ({ via, together: _, library, collection, ...link }, clientId) => ({
      method: 'POST',
      path: inLibrary('/api/links', library),
      body: {
        ...link,
        ...(collection && { collectionId: numberOf(collection.id) }),
        clientId,
      } satisfies SaveLinkRequest,
      headers: sentBy(via),
    }),
    patch: ({ url, title, note, tags, library, collection }, { seq, at, result }) => ({
      addsLink: (result as Link | undefined) ?? {
        ...newLink({ id: -seq, url, title, note: note ?? null, tags: tags ?? [], createdAt: at }),
        ...(collection && { collectionId: collection.id, ...(library !== undefined && { library }) }),
      },
      isWhole: result !== undefined,
    }),
    done: ({ together }) => (together === undefined ? { title: 'Link saved successfully!' } : undefined),
    failed: ({ message }) => ({ title: 'Error', description: message || 'Failed to save link' }),
  }),

  /** Gives a link the page as the person saw it, in place of the one that a worker can fetch. */
  savePage: actKind({
    params: z.object({ linkId, html: z.string(), via }),
    result: NOTHING,
    names: ({ linkId }) => ({ links: [linkId] }),
    request: ({ linkId, html, via }) => ({
      method: 'PUT',
      path: linkPath(linkId, '/page'),
      body: new Blob([html], { type: 'text/html' }),
      headers: sentBy(via),
      // 5 MB at 350 kbit/s.
      timeoutMs: 120_000,
    }),
    patch: ({ linkId }) => change(linkId, { extraction: 'pending', extractionReason: null }),
    failed: failure('The text of the page was not saved'),
  }),

  /** Changes the named fields of one link; title null takes that of its page. `shown` is how the link looks meanwhile. */
  editLink: actKind({
    params: z.object({
      linkId,
      changes: z.custom<EditLinkRequest>(),
      shown: z.custom<Partial<Link>>(),
    }),
    result: NOTHING,
    undoable: true,
    names: ({ linkId, changes: { collectionId } }) => ({
      links: [linkId],
      collections: collectionId ? [idIn(ownerOf(linkId), collectionId)] : [],
    }),
    request: ({ linkId, changes }) => ({ method: 'PATCH', path: linkPath(linkId), body: changes }),
    patch: ({ linkId, shown }) => change(linkId, shown),
    // A new address may be refused as a duplicate, which the form asks about.
    said: ({ changes }) => (changes.url === undefined ? EDITED : undefined),
    done: ({ changes }) => (changes.url === undefined ? undefined : EDITED),
    failed: ({ message }) => ({
      title: 'Failed to edit link',
      description: `${message} What you typed is kept.`,
    }),
  }),
}
