import type { ArticleEvent } from '@lectern/contracts/events/article.ts'
import { type AddedLink, effectsOf } from '@lectern/contracts/events/effects.ts'
import type { StreamEvent } from '@lectern/contracts/events/read.ts'
import { fold } from '@lectern/contracts/fold.ts'
import type { SearchTable } from '@lectern/contracts/read-model/tables.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import { searchedTexts } from './texts.ts'

/** A row in JSON, with the tags beside it. */
type NewLink = Omit<SearchTable, 'created_at' | 'article_id'> & {
  created_at: string
  article_id: string
  tags: string[]
}
/**
 * `hash` names the document that has the article's words; null where the page could not be read. `title` is that of the last
 * time that it could be. `forget`: no earlier title counts.
 */
type Article = { article_id: string; hash: string | null; title: string | null; forget: boolean }
/** Whether the links of an event wait in the backlog, since they are many. */
export const waitsInBacklog = ({ type }: { readonly type: string }): boolean => type === 'LinksImported'

/** Sums up a batch of events, so that each row is written once. */
export class SearchBatch {
  readonly saved = new Map<string, NewLink>()
  /** Many rows at once, which wait in the backlog. */
  readonly imported = new Map<string, NewLink>()
  readonly articles = new Map<string, Article>()

  add(read: StreamEvent): void {
    if (read.kind === 'article') this.addArticle(read.id, read.event)
    if (read.kind !== 'library') return
    const added = waitsInBacklog(read.event) ? this.imported : this.saved
    for (const effect of effectsOf(read.event)) {
      if (effect.kind === 'links-added')
        for (const link of effect.links) added.set(keyOf(read.id, link.linkId), rowOf(read.id, link))
    }
  }

  /** The words of an article stay until there is a new result. */
  private addArticle(id: string, { type, data }: ArticleEvent): void {
    if (type === 'ArticleExtracted') this.article(id, data.contentHash, data.title)
    if (type === 'ArticleExtractionFailed') this.article(id, null, null)
    if (type === 'ArticleForgotten')
      this.articles.set(id, { article_id: `\\x${id}`, hash: null, title: null, forget: true })
  }

  private article(id: string, hash: string | null, title: string | null): void {
    const ofPage = titleOfPage(title)
    const before = this.articles.get(id)
    const known = ofPage === null ? (before?.title ?? null) : fold(ofPage)
    this.articles.set(id, { article_id: `\\x${id}`, hash, title: known, forget: before?.forget ?? false })
  }

  changedLibraries(): string[] {
    return [...new Set([...this.saved.values()].map(each => each.library_id))]
  }
}

const keyOf = (libraryId: string, linkId: number) => `${libraryId}/${linkId}`

const rowOf = (library_id: string, { linkId, savedAt, texts, tags }: AddedLink): NewLink => ({
  library_id,
  id: linkId,
  created_at: savedAt,
  ...searchedTexts(texts),
  tags: [...new Set(tags.map(fold))],
})
