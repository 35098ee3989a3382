import { shownArticleOf } from '@lectern/contracts/article-id.ts'
import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import { effectsOf } from '@lectern/contracts/events/effects.ts'
import type { LibraryEvent, LinkTexts } from '@lectern/contracts/events/library.ts'
import { type IdRanges, idsIn } from '@lectern/contracts/id-ranges.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import type { Tx } from '../transaction.ts'
import {
  type Earlier,
  type Kind,
  keyOf,
  type Named,
  readNames,
  readPages,
  type Step,
  writeGone,
  writeTitles,
} from './title-rows.ts'

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
      else if (kind === 'collection-put' && effect.is.name !== undefined)
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
