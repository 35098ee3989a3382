import { isPaid } from '@lectern/contracts/plans.ts'
import type { Search } from '@lectern/contracts/search-syntax.ts'
import type { Cursor } from './cursor.ts'
import { createKeptPlans } from './kept-plans.ts'
import { type ListFilters, PAGE_SIZES, pageText, SEARCH_ORDER } from './list.ts'
import { type Bind, type Collection, searchConditions } from './search-conditions.ts'
import type { SearchFacts } from './search-facts.ts'
import { areCountedApart, articleMatches, ownMatches, SEARCH_TOTAL_MAX } from './search-sql.ts'

/** Of searches with more in them Postgres does not keep the plan: there are too many kinds. */
const KEPT_VALUES_MAX = 8
/** Kinds of searches whose plan it keeps, each some 100 kB a connection. */
const planNameOf = createKeptPlans(150)

/** Gives a Row of the page and of all that match, counted as far as SEARCH_TOTAL_MAX and one more. */
export const searchStatement = (
  schema: string,
  libraryId: string,
  search: Search,
  filters: ListFilters,
  facts: SearchFacts,
  collections: readonly Collection[],
  limit: number,
  knownTotal: number | undefined,
) => {
  const values: unknown[] = [libraryId]
  const bind: Bind = value => `$${values.push(value)}`
  const isCounted = knownTotal === undefined
  const conditions = searchConditions(schema, search, filters, facts, collections, bind)
  const own = ownMatches(schema, conditions, facts)
  const article = isPaid(facts.plan) ? articleMatches(schema, conditions, facts) : undefined
  const after = filters.cursor && afterCursor(filters.cursor, bind)
  const isAfterOwn = filters.cursor?.inArticle === true
  const page = { count: limit + 1, isNewest: true }
  const enough = Math.max(SEARCH_TOTAL_MAX, limit) + 1
  // The first page is among what is counted, a page further on may begin beyond that; nor need it be where no order is asked.
  const isApart = areCountedApart(conditions, facts, page, { count: enough, isNewest: false })
  const isAmongCounted = isCounted && after === undefined && !isApart

  const clauses: string[] = []
  if (isCounted) {
    clauses.push(`own AS MATERIALIZED (${own({ count: enough, isNewest: !isApart })})`)
    const left = { limit: whatIsLeftOf(enough, 'own'), ownClause: 'own' }
    if (article) clauses.push(`article AS MATERIALIZED (${article(left)})`)
  }
  if (!isAmongCounted && !isAfterOwn) clauses.push(`own_page AS MATERIALIZED (${own({ ...page, after })})`)
  if (!isAmongCounted && article) {
    const left = isAfterOwn
      ? { limit: page.count, after }
      : {
          limit: whatIsLeftOf(page.count, 'own_page'),
          ownClause: after === undefined ? 'own_page' : undefined,
        }
    clauses.push(`article_page AS (${article(left)})`)
  }
  const from = isAmongCounted ? '' : '_page'
  const parts = [
    ...(isAfterOwn ? [] : [`SELECT false AS in_article, * FROM own${from}`]),
    ...(article ? [`SELECT true, * FROM article${from}`] : []),
  ]
  const found =
    parts.length > 0 ? parts.join(' UNION ALL ') : 'SELECT false, NULL::integer, now() WHERE false'
  const links = `
    SELECT link.*, found.in_article
    FROM (SELECT * FROM (${found}) AS both_kinds (in_article, id, created_at) ${SEARCH_ORDER} LIMIT ${limit + 1}) AS found
      CROSS JOIN LATERAL (SELECT * FROM ${schema}.links WHERE library_id = $1 AND id = found.id LIMIT 1) AS link`
  const counts = ['own', ...(article ? ['article'] : [])].map(
    name => `(SELECT count(*)::integer FROM ${name})`,
  )
  const total = isCounted ? counts.join(' + ') : `${bind(knownTotal)}::integer`
  const all = `${clauses.length > 0 ? `WITH ${clauses.join(', ')}` : ''} ${pageText(schema, links, limit, total, { isSearch: true })}`
  const statement = withUsedValues(all, values)
  const isUsual = PAGE_SIZES.has(limit) && statement.values.length <= KEPT_VALUES_MAX
  const name = isUsual ? planNameOf(schema, statement.text) : undefined
  return { ...statement, ...(name !== undefined && { name }) }
}

/** Leaves out values that the text does not name: not every way to the matches asks for each of them. */
const withUsedValues = (text: string, values: readonly unknown[]) => {
  const used: unknown[] = []
  const places = new Map<string, string>()
  const renumbered = text.replace(/\$\d+/g, parameter => {
    const known = places.get(parameter)
    if (known !== undefined) return known
    const place = `$${used.push(values[Number(parameter.slice(1)) - 1])}`
    places.set(parameter, place)
    return place
  })
  return { text: renumbered, values: used }
}

const whatIsLeftOf = (count: number, name: string): string => `(SELECT ${count} - count(*) FROM ${name})`

const afterCursor = ({ createdAt, id }: Cursor, bind: Bind): string =>
  `(created_at, id) < (${bind(createdAt)}::timestamptz, ${bind(id)}::integer)`
