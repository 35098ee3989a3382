import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import { v5 as uuidv5 } from 'uuid'
import { siteOf } from './pages/article.ts'
import type { SharedCollection, SharedLink } from './shared.ts'

/** A collection's newest links as a feed. Ids stay the same when the public link is renewed. */
type Source = {
  readonly libraryId: string
  readonly collectionId: number
  readonly collection: SharedCollection
  /** The address of the page, and of the feed itself. */
  readonly page: string
  readonly self: string
}

/** XML has no other control characters, and no half of a surrogate pair. */
const clean = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '').toWellFormed()

const idOf = (libraryId: string, name: string): string => uuidv5(name, libraryId)
const textOf = ({ excerpt, note }: SharedLink): string => clean([note, excerpt].filter(Boolean).join('\n\n'))
const titleOf = (link: SharedLink): string => clean(link.title) || clean(link.url)

/** The start of the era, for a collection that has nothing: a date that changes would make each answer another one. */
const NEVER = new Date(0)

export const atomFeed = ({ libraryId, collectionId, collection, page, self }: Source): string =>
  generateAtomFeed({
    id: `urn:uuid:${idOf(libraryId, `collection ${collectionId}`)}`,
    title: { value: clean(collection.name), type: 'text' },
    ...(collection.description && { subtitle: { value: clean(collection.description), type: 'text' } }),
    updated: new Date(collection.links[0]?.savedAt ?? NEVER),
    links: [
      { href: self, rel: 'self', type: 'application/atom+xml' },
      { href: page, rel: 'alternate', type: 'text/html' },
    ],
    entries: collection.links.map(link => ({
      id: `urn:uuid:${idOf(libraryId, `link ${link.id}`)}`,
      title: { value: titleOf(link), type: 'text' },
      updated: new Date(link.savedAt),
      authors: [{ name: clean(link.author || siteOf(link)) }],
      links: [{ href: clean(link.url), rel: 'alternate' }],
      ...(textOf(link) !== '' && { summary: { value: textOf(link), type: 'text' } }),
    })),
  })

export const jsonFeed = ({ libraryId, collection, page, self }: Source): string =>
  JSON.stringify(
    generateJsonFeed({
      title: clean(collection.name),
      ...(collection.description && { description: clean(collection.description) }),
      home_page_url: page,
      feed_url: self,
      items: collection.links.map(link => ({
        id: `urn:uuid:${idOf(libraryId, `link ${link.id}`)}`,
        url: clean(link.url),
        title: titleOf(link),
        content_text: textOf(link) || titleOf(link),
        date_published: new Date(link.savedAt),
        authors: [{ name: clean(link.author || siteOf(link)) }],
      })),
    }),
  )
