import type { Collection } from '@lectern/contracts/api/collections.ts'
import { fold } from '@lectern/contracts/fold.ts'
import type { Search } from '@lectern/contracts/search-syntax.ts'
import { siteOf } from '@lectern/contracts/site.ts'
import type { Link } from '../answers.ts'

/**
 * Whether the link matches the search by its own texts, as the server's search does. Ignores is:archived, which the
 * list's filters know, and words inside articles, which only the server knows.
 */
export const matchesSearch = (
  link: Link,
  { words, tags, sites, unreadable, shared, advanced }: Search,
  collections: readonly Collection[],
): boolean => {
  const { not } = advanced
  const linkTags = link.tags.map(fold)
  const texts = [link.title, link.note ?? '', link.url].map(fold).concat(linkTags)
  const site = siteOf(link.url)
  const has = (word: string) => texts.some(text => text.includes(word))
  const isTagged = (tag: string) => linkTags.includes(tag)
  const isOn = (wanted: string) => site === wanted || site.endsWith(`.${wanted}`)
  const isIn = (name: string) =>
    collections.some(each => each.id === link.collectionId && fold(each.name) === name)
  const day = link.createdAt.slice(0, 10)
  return (
    words.every(has) &&
    (tags.length === 0 || tags.some(isTagged)) &&
    sites.every(isOn) &&
    (shared === undefined || (link.library !== undefined) === shared) &&
    (unreadable === undefined || (link.extraction === 'failed') === unreadable) &&
    advanced.collections.every(isIn) &&
    (advanced.favorite === undefined || link.isFavorite === advanced.favorite) &&
    (advanced.before === undefined || day < advanced.before) &&
    (advanced.after === undefined || day >= advanced.after) &&
    !not.words.some(has) &&
    !not.tags.some(isTagged) &&
    !not.sites.some(isOn) &&
    !not.collections.some(isIn)
  )
}
