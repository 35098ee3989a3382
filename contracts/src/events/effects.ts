import { type IdRanges, toIdRanges } from '../id-ranges.ts'
import { type Retag, retagOf } from '../tags.ts'
import {
  type CollectionChanges,
  type LibraryEvent,
  type LinkTexts,
  type LinkValues,
  textsAfter,
} from './library.ts'
import { unhandled } from './read.ts'

/** The fields of a link that events change. */
export type LinkFields = {
  readonly texts: LinkTexts
  readonly tags: string[]
  readonly isFavorite: boolean
  readonly isArchived: boolean
  /** null: the link is in no collection. */
  readonly collectionId: number | null
}
export type SomeFields = { readonly [field in keyof LinkFields]?: LinkFields[field] | undefined }

export type AddedLink = LinkFields & {
  readonly linkId: number
  readonly savedAt: string
  /** The member who saved it in another library, before it was handed over. */
  readonly savedBy?: string | undefined
}

/** One thing that an event does to links, collections and tags. */
export type Effect =
  | { readonly kind: 'links-added'; readonly links: readonly AddedLink[] }
  | {
      /** Each link has the same values, but for its tags, which may depend on those that it had. */
      readonly kind: 'links-changed'
      readonly links: IdRanges
      readonly to: SomeFields
      readonly retag?: Retag | undefined
      /** Its texts name another article. */
      readonly hasOtherArticle?: boolean
    }
  /** Each link has values of its own, in ascending order of ids. Texts are those of a single link. */
  | { readonly kind: 'links-restored'; readonly links: IdRanges; readonly values: LinkValues }
  | { readonly kind: 'links-removed'; readonly links: IdRanges }
  /** Links that were removed before can no longer be brought back: they are back, or gone for good. */
  | { readonly kind: 'removals-settled'; readonly links: IdRanges }
  /** A collection is new where `is` has every fact. */
  | { readonly kind: 'collection-put'; readonly collectionId: number; readonly is: CollectionChanges }
  /** Links that were in them are in no collection. */
  | { readonly kind: 'collections-removed'; readonly collections: IdRanges }

/** What an event means for links, collections and tags, in order. Everything that keeps or shows them reads this. */
export const effectsOf = ({ type, data }: LibraryEvent): readonly Effect[] => {
  switch (type) {
    case 'LinkSaved': {
      const { linkId, tags, at: savedAt, titleFrom = 'person', url, urlKey, title, note } = data
      const texts = { url, urlKey, title, titleFrom, note }
      const flags = { isFavorite: false, isArchived: false, collectionId: null }
      return [{ kind: 'links-added', links: [{ linkId, savedAt, texts, tags, ...flags }] }]
    }
    case 'LinksImported': {
      const made = data.newCollections.map(({ collectionId, name, color, description = null }) =>
        put(collectionId, { name, color, description }),
      )
      const links = data.links.map(({ url, urlKey, title, titleFrom, note, row: _, ...link }) => ({
        ...link,
        texts: { url, urlKey, title, titleFrom, note },
      }))
      return [...made, { kind: 'links-added', links }]
    }
    case 'LinkFavorited':
      return [changed([data.linkId], { isFavorite: true })]
    case 'LinkUnfavorited':
      return [changed([data.linkId], { isFavorite: false })]
    case 'LinkArchived':
      return [changed([data.linkId], { isArchived: true })]
    case 'LinkUnarchived':
      return [changed([data.linkId], { isArchived: false })]
    case 'LinkCollected':
      return [changed([data.linkId], { collectionId: data.collectionId })]
    case 'LinkEdited': {
      const { tags, collectionId, url, ownArticle } = data.changes
      const hasOtherArticle = url !== undefined || ownArticle !== undefined
      return [{ ...changed([data.linkId], { texts: textsAfter(data), tags, collectionId }), hasOtherArticle }]
    }
    case 'LinkPageProvided':
    case 'LinkPageRemoved':
      return [{ ...changed([data.linkId], { texts: data.texts }), hasOtherArticle: true }]
    case 'LinksEdited': {
      const { collectionId, isFavorite, isArchived, tags } = data.changes
      return [changed(data.links, { collectionId, isFavorite, isArchived, tags }, retagOf(data.changes))]
    }
    case 'TagRenamed':
    case 'TagsMerged':
      return [changed(data.links, {}, { from: data.from, to: data.to, add: [] })]
    case 'TagDeleted':
      return [changed(data.links, {}, { from: data.from, to: null, add: [] })]
    case 'ActUndone':
      return data.changes.map(({ links, restored: values }) => ({ kind: 'links-restored', links, values }))
    case 'LinkDeleted':
      return [{ kind: 'links-removed', links: [data.linkId] }]
    case 'LinksDeleted':
      return [{ kind: 'links-removed', links: data.links }]
    case 'LinksBroughtBack': {
      const links = data.links.map(
        ({ from: _, url, urlKey, title, titleFrom, note, ownArticle, ...link }) => ({
          ...link,
          texts: { url, urlKey, title, titleFrom, note, ...(ownArticle && { ownArticle }) },
        }),
      )
      const settled = toIdRanges(data.links.map(({ from }) => from))
      return [
        { kind: 'removals-settled', links: settled },
        { kind: 'links-added', links },
      ]
    }
    case 'LinksReceived': {
      const { collectionId } = data
      const links = data.links.map(({ from: _, url, urlKey, title, titleFrom, note, ...link }) => ({
        ...{ ...link, collectionId, texts: { url, urlKey, title, titleFrom, note } },
      }))
      return links.length > 0 ? [{ kind: 'links-added', links }] : []
    }
    case 'LinksDeletedForGood':
      return [{ kind: 'removals-settled', links: data.links }]
    case 'CollectionCreated': {
      const { collectionId, name, description, color } = data
      return [put(collectionId, { name, description, color })]
    }
    case 'CollectionEdited':
      return [put(data.collectionId, data.changes)]
    case 'CollectionDeleted':
      return [{ kind: 'collections-removed', collections: [data.collectionId] }]
    case 'CollectionRestored': {
      const { collectionId, name, description, color, links } = data
      return [put(collectionId, { name, description, color }), changed(links, { collectionId })]
    }
    case 'ImportAdded':
      return [{ kind: 'links-restored', links: data.links, values: data.after }]
    case 'ImportUndone':
      return [
        ...(data.takenBack
          ? [
              {
                kind: 'links-restored' as const,
                links: data.takenBack.links,
                values: data.takenBack.after,
              },
            ]
          : []),
        { kind: 'links-removed', links: data.links },
        { kind: 'collections-removed', collections: data.collections },
      ]
    case 'LibraryOpened':
    case 'LibraryClosed':
    case 'AllowanceChanged':
    case 'ImportRequested':
    case 'ImportStarted':
    case 'ImportCompleted':
    case 'ImportFailed':
    case 'MemberInvited':
    case 'InvitationWithdrawn':
    case 'MemberJoined':
    case 'MemberRoleChanged':
    case 'MemberLeft':
    case 'SharedLinksFlagged':
    case 'HandoverOffered':
    case 'ShareMade':
    case 'ShareWithdrawn':
      return []
    default:
      return unhandled(type)
  }
}

/**
 * Events whose effects are on any number of links. One statement over ranges of ids writes them. The deletion of a single link is
 * among them, so that what is deleted is a row before, whatever the batch.
 */
export const ON_MANY_LINKS: ReadonlySet<string> = new Set<LibraryEvent['type']>([
  ...(['LinksEdited', 'LinkDeleted', 'LinksDeleted', 'TagRenamed', 'TagsMerged', 'TagDeleted'] as const),
  ...(['ActUndone', 'ImportAdded', 'CollectionDeleted', 'CollectionRestored', 'ImportUndone'] as const),
])

const changed = (links: IdRanges, to: SomeFields, retag?: Retag) => ({
  ...{ kind: 'links-changed' as const, links, to },
  ...(retag && { retag }),
})

const put = (collectionId: number, is: CollectionChanges): Effect => ({
  kind: 'collection-put',
  collectionId,
  is,
})
