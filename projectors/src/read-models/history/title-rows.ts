import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import type { LinkTexts } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import type { IdRanges } from '@lectern/contracts/id-ranges.ts'
import { json, type Tx } from '../transaction.ts'

export type Kind = 'l' | 'c'
export type Key = { readonly library_id: string; readonly kind: Kind; readonly id: number }
/** A name as its row has it. `own_title` is that of the library's events, and `article_id` that of the page whose title is shown instead. */
export type Named = Key & {
  title: string
  own_title: string
  url: string | null
  /** In hex, of a link whose person typed no title. */
  article_id: string | null
  /** It has no title but that of its address yet. */
  is_guess: boolean
  is_gone: boolean
}
/** What something was called until the event at this position. */
export type Earlier = Key & {
  readonly until: string
  readonly title: string
  readonly article_id: string | null
}
export type Step =
  | { readonly at: string; readonly key: Key; readonly own: string; readonly texts: LinkTexts | null }
  | { readonly at: string; readonly gone: { library_id: string; kind: Kind; ids: IdRanges } }
  | {
      readonly at: string
      readonly page: string
      readonly title: string | null
      readonly isForgotten: boolean
    }

export const keyOf = ({ library_id, kind, id }: Key) => `${library_id}/${kind}${id}`

const pagesOf = (steps: readonly Step[]): string[] => [
  ...new Set(steps.flatMap(step => ('page' in step ? [step.page] : []))),
]

/** The titles of the pages that new links show. */
export const readPages = async (tx: Tx, steps: readonly Step[]): Promise<Map<string, string>> => {
  const wanted = steps.flatMap(step =>
    'key' in step && step.texts?.titleFrom === 'page' ? [shownArticleOf(step.texts)] : [],
  )
  const ids = JSON.stringify([...new Set([...wanted, ...pagesOf(steps)])])
  const rows = await tx<{ id: string; title: string }>`
    SELECT encode(page.article_id, 'hex') AS id, page.title
    FROM json_array_elements_text(${ids}::json) AS hex JOIN history_pages AS page ON page.article_id = decode(hex, 'hex')`
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The names that the steps are about: those that get another one, and those of links that show a page of theirs. */
export const readNames = async (tx: Tx, steps: readonly Step[]): Promise<Map<string, Named>> => {
  const keys = json(steps.flatMap(step => ('key' in step ? [step.key] : [])))
  const rows = await tx<Named>`
    SELECT name.library_id, name.kind, name.id, name.title, name.own_title, name.url,
      encode(name.article_id, 'hex') AS article_id, name.is_guess, name.is_gone
    FROM (
      SELECT DISTINCT library_id, kind, id FROM json_to_recordset(${keys}::json) AS r(library_id uuid, kind text, id integer)
      UNION
      SELECT library_id, kind, id FROM json_array_elements_text(${JSON.stringify(pagesOf(steps))}::json) AS hex
        JOIN history_names ON article_id = decode(hex, 'hex')) AS wanted
      JOIN history_names AS name USING (library_id, kind, id)`
  return new Map(rows.map(row => [keyOf(row), { ...row }]))
}

const bytea = (hex: string | null) => hex && `\\x${hex}`

type Written = {
  readonly changed: ReadonlySet<Named>
  readonly titles: ReadonlyMap<string, string>
  readonly earlier: readonly Earlier[]
  readonly forgotten: ReadonlySet<string>
}

export const writeTitles = async (
  tx: Tx,
  { changed, titles, earlier, forgotten }: Written,
): Promise<void> => {
  const gone = JSON.stringify([...forgotten])
  if (forgotten.size > 0) {
    await tx`DELETE FROM history_pages USING json_array_elements_text(${gone}::json) AS hex WHERE article_id = decode(hex, 'hex')`
    await tx`DELETE FROM earlier_names USING json_array_elements_text(${gone}::json) AS hex WHERE article_id = decode(hex, 'hex')`
  }
  if (titles.size > 0) {
    const pages = json(Array.from(titles, ([id, title]) => ({ article_id: bytea(id), title })))
    await tx`
      INSERT INTO history_pages AS page SELECT * FROM json_populate_recordset(NULL::history_pages, ${pages}::json)
      ON CONFLICT (article_id) DO UPDATE SET title = excluded.title WHERE page.title <> excluded.title`
  }
  if (earlier.length > 0) {
    const rows = json(earlier.map(row => ({ ...row, article_id: bytea(row.article_id) })))
    await tx`INSERT INTO earlier_names SELECT * FROM json_populate_recordset(NULL::earlier_names, ${rows}::json)`
  }
  if (changed.size === 0) return
  const rows = json(
    Array.from(changed, name => ({
      ...name,
      article_id: bytea(name.article_id),
      texts: [name.title, ...(name.url === null ? [] : [name.url])].map(fold).join('\n'),
    })),
  )
  await tx`
    INSERT INTO history_names AS name SELECT * FROM json_populate_recordset(NULL::history_names, ${rows}::json)
    ON CONFLICT (library_id, kind, id) DO UPDATE SET title = excluded.title, own_title = excluded.own_title,
      url = excluded.url, texts = excluded.texts, article_id = excluded.article_id, is_guess = excluded.is_guess,
      is_gone = excluded.is_gone`
}

/** Marks what went and no step above named. Ranges are expanded to ids, since Postgres misjudges how many rows a range holds. */
export const writeGone = async (tx: Tx, steps: readonly Step[]): Promise<void> => {
  const ranges = steps.flatMap(step => {
    if (!('gone' in step)) return []
    const { ids, ...of } = step.gone
    return ids.map(range => {
      const [first, last] = typeof range === 'number' ? [range, range] : range
      return { ...of, first, last }
    })
  })
  if (ranges.length === 0) return
  const named = json(steps.flatMap(step => ('key' in step ? [step.key] : [])))
  await tx`
    UPDATE history_names AS name SET is_gone = true
    FROM (
      SELECT library_id, kind, generate_series(first, last) AS id
      FROM json_to_recordset(${json(ranges)}::json) AS r(library_id uuid, kind text, first integer, last integer)) AS gone
    WHERE name.library_id = gone.library_id AND name.kind = gone.kind AND name.id = gone.id AND NOT name.is_gone
      AND NOT EXISTS (SELECT FROM json_to_recordset(${named}::json) AS named(library_id uuid, kind text, id integer)
        WHERE named.library_id = name.library_id AND named.kind = name.kind AND named.id = name.id)`
}
