import type { Search } from '@lectern/contracts/search-syntax.ts'
import { literal } from '@lectern/platform/postgres.ts'
import type { ListFilters } from './list.ts'

export type SearchFilters = Omit<ListFilters, 'limit'>

/**
 * SQL of what a search and the list's filters ask for, of a row `found` of search and its `link`.
 * @param collectionsNamed ids of the collections of a folded name
 */
export const searchConditions = (
  libraryId: string,
  search: Search,
  filters: SearchFilters,
  collectionsNamed: (name: string) => number[],
): string => {
  const { advanced } = search
  const { not } = advanced
  const isIn = (name: string) => `link.collection_id IN (${[0, ...collectionsNamed(name)].join()})`
  // is:archived looks among the archived, whatever the list shows.
  const archived = advanced.archived === undefined ? filters.archived : `${advanced.archived}`
  return [
    `found.library_id = ${literal(libraryId)}`,
    ...(archived === 'all' ? [] : [`link.is_archived = ${archived === 'true'}`]),
    ...[filters.favorite, advanced.favorite].flatMap(is =>
      is === undefined ? [] : [`link.is_favorite = ${is}`],
    ),
    ...(filters.collection === undefined
      ? []
      : [
          filters.collection === 'none'
            ? 'link.collection_id IS NULL'
            : `link.collection_id = ${filters.collection}`,
        ]),
    ...search.words.map(hasWord),
    ...(search.tags.length > 0 ? [`(${search.tags.map(hasTag).join(' OR ')})`] : []),
    ...search.sites.map(isOn),
    ...advanced.collections.map(isIn),
    ...(advanced.before === undefined ? [] : [`found.created_at < ${dayOf(advanced.before)}`]),
    ...(advanced.after === undefined ? [] : [`found.created_at >= ${dayOf(advanced.after)}`]),
    ...[not.words.map(hasWord), not.tags.map(hasTag), not.sites.map(isOn), not.collections.map(isIn)]
      .flat()
      .map(condition => `(${condition}) IS NOT TRUE`),
  ].join(' AND ')
}

/** As the index has it. */
const TEXTS = '(found.own || found.tags)'

const hasWord = (word: string): string => `${TEXTS} LIKE ${pattern('%', word, '%')}`

/** The first half is what the index answers, the second what is meant. */
const hasTag = (tag: string): string =>
  `(${TEXTS} LIKE ${pattern('%', tag, '%')} AND found.tags LIKE ${pattern('%\n', tag, '\n%')})`

const isOn = (site: string): string =>
  `(${TEXTS} LIKE ${pattern('%', site, '%')} AND (found.site = ${literal(site)} OR found.site LIKE ${pattern('%.', site, '')}))`

const pattern = (before: string, text: string, after: string): string =>
  literal(before + text.replace(/[\\%_]/g, '\\$&') + after)

const dayOf = (day: string): string => literal(`${day}T00:00:00Z`)
