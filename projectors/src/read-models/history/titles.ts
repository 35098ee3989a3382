import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import { effectsOf } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { fold } from '@lectern/contracts/fold.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import { json, type Tx } from '../transaction.ts'

type Kind = 'l' | 'c'
type Key = { readonly library_id: string; readonly kind: Kind; readonly id: number }
/** A name as its row has it. `own_title` is that of the library's events, and `article_id` that of the page whose title is shown instead. */
type Named = Key & {
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
type Earlier = Key & { readonly until: string; readonly title: string; readonly article_id: string | null }
type Step =
  | { readonly at: string; readonly key: Key; readonly own: string; readonly texts: LinkTexts | null }
  | { readonly at: string; readonly gone: { library_id: string; kind: Kind; ids: IdRanges } }
  | {
      readonly at: string
      readonly page: string
      readonly title: string | null
      readonly isForgotten: boolean
    }

/**
 * What links and collections are called, and were called before, as lists showed it: by the title of the page where the person
 * typed none. The order of the events alone decides, so a rebuild gives the same names.
 */
export class TitlesBatch {
  private readonly steps: Step[] = []

  /** @param at the position of the event */
  addLibrary(library_id: string, event: LibraryEvent, at: string): void {
    const link = (id: number, texts: LinkTexts | undefined) => {
      if (texts) this.steps.push({ at, key: { library_id, kind: 'l', id }, own: texts.title, texts })
    }
    const gone = (kind: Kind, ids: IdRanges) => this.steps.push({ at, gone: { library_id, kind, ids } })
    for (const effect of effectsOf(event)) {
      const { kind } = effect
      if (kind === 'links-added') for (const { linkId, texts } of effect.links) link(linkId, texts)
      else if (kind === 'links-changed') for (const id of idsIn(effect.links)) link(id, effect.to.texts)
      else if (kind === 'links-restored') for (const id of idsIn(effect.links)) link(id, effect.values.texts)
      else if (kind === 'links-removed') gone('l', effect.links)
      else if (kind === 'collections-removed') gone('c', effect.collections)
      else if (effect.is.name !== undefined)
        this.steps.push({
          at,
          key: { library_id, kind: 'c', id: effect.collectionId },
          own: effect.is.name,
          texts: null,
        })
    }
  }

  addArticle(page: string, { type, data }: ArticleEvent, at: string): void {
    const isForgotten = type === 'ArticleForgotten'
    const title = type === 'ArticleExtracted' ? titleOfPage(data.title) : null
    if (isForgotten || title !== null) this.steps.push({ at, page, title, isForgotten })
  }

  async write(tx: Tx): Promise<void> {
    if (this.steps.length === 0) return
    const titles = await readPages(tx, this.steps)
    const names = await readNames(tx, this.steps)
    const replayed = this.replay(names, titles)
    await writeTitles(tx, { ...replayed, titles })
    await writeGone(tx, this.steps)
  }

  private replay(names: Map<string, Named>, titles: Map<string, string>) {
    const earlier = new Map<string, Earlier>()
    const forgotten = new Set<string>()
    const changed = new Set<Named>()
    const showing = Map.groupBy(names.values(), ({ article_id }) => article_id)
    /** Links that show the page, or did. */
    const ofPage = (page: string) => (showing.get(page) ?? []).filter(name => name.article_id === page)
    const rename = (name: Named, at: string, title: string, isGuess: boolean) => {
      if (title !== name.title && !name.is_guess) {
        const { library_id, kind, id, article_id } = name
        earlier.set(`${keyOf(name)}@${at}`, {
          library_id,
          kind,
          id,
          until: at,
          title: name.title,
          article_id,
        })
      }
      Object.assign(name, { title, is_guess: isGuess })
      changed.add(name)
    }
    for (const step of this.steps) {
      if ('key' in step) {
        const { key, own, texts, at } = step
        const article_id = texts?.titleFrom === 'page' ? shownArticleOf(texts) : null
        const found = article_id === null ? undefined : titles.get(article_id)
        const facts = { own_title: own, url: texts?.url ?? null, article_id, is_gone: false }
        const [title, isGuess] = [found ?? own, article_id !== null && found === undefined]
        const name = names.get(keyOf(key)) ?? { ...key, title, is_guess: isGuess, ...facts }
        rename(name, at, title, isGuess)
        Object.assign(name, facts)
        names.set(keyOf(key), name)
        if (article_id !== null)
          showing.set(article_id, [...ofPage(article_id).filter(each => each !== name), name])
      } else if ('gone' in step) {
        const { ids, ...of } = step.gone
        for (const id of idsIn(ids)) {
          const name = names.get(keyOf({ ...of, id }))
          if (name) name.is_gone = true
        }
      } else if (step.isForgotten) {
        titles.delete(step.page)
        forgotten.add(step.page)
        for (const [key, { article_id }] of earlier) if (article_id === step.page) earlier.delete(key)
        for (const name of ofPage(step.page))
          changed.add(Object.assign(name, { title: name.own_title, is_guess: true }))
      } else if (step.title !== null) {
        titles.set(step.page, step.title)
        for (const name of ofPage(step.page)) if (!name.is_gone) rename(name, step.at, step.title, false)
      }
    }
    return { earlier: [...earlier.values()], forgotten, changed }
  }
}

const keyOf = ({ library_id, kind, id }: Key) => `${library_id}/${kind}${id}`

const pagesOf = (steps: readonly Step[]): string[] => [
  ...new Set(steps.flatMap(step => ('page' in step ? [step.page] : []))),
]

/** The titles of the pages that new links show. */
const readPages = async (tx: Tx, steps: readonly Step[]): Promise<Map<string, string>> => {
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
const readNames = async (tx: Tx, steps: readonly Step[]): Promise<Map<string, Named>> => {
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

const writeTitles = async (tx: Tx, { changed, titles, earlier, forgotten }: Written): Promise<void> => {
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
const writeGone = async (tx: Tx, steps: readonly Step[]): Promise<void> => {
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
