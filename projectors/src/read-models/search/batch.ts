import type { LibraryEvent } from '@lectern/contracts/events/library.ts'
import { type StreamEvent, unhandled } from '@lectern/contracts/events/read.ts'
import { fold } from '@lectern/contracts/fold.ts'
import type { SearchTable } from '@lectern/contracts/read-model/tables.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import { searchedTexts } from './texts.ts'

type LinkKey = Pick<SearchTable, 'library_id' | 'id'>
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
type Saved = Pick<
  Extract<LibraryEvent, { type: 'LinkSaved' }>['data'],
  'linkId' | 'at' | 'url' | 'title' | 'titleFrom' | 'note' | 'tags'
>

/** Sums up a batch of events, so that each row is written once. */
export class SearchBatch {
  readonly saved = new Map<string, NewLink>()
  /** Many rows at once, which wait in the backlog. */
  readonly imported = new Map<string, NewLink>()
  readonly deleted = new Map<string, LinkKey>()
  readonly articles = new Map<string, Article>()

  add(read: StreamEvent): void {
    const { kind } = read
    if (kind !== 'library' && kind !== 'article') return
    const { type, data } = read.event
    switch (type) {
      case 'LinkSaved':
        this.saved.set(keyOf(read.id, data.linkId), rowOf(read.id, data))
        break
      case 'LinksImported':
        for (const link of data.links)
          this.imported.set(keyOf(read.id, link.linkId), rowOf(read.id, { ...link, at: link.savedAt }))
        break
      case 'LinkDeleted': {
        const key = keyOf(read.id, data.linkId)
        if (!this.saved.delete(key) && !this.imported.delete(key))
          this.deleted.set(key, { library_id: read.id, id: data.linkId })
        break
      }
      case 'ArticleExtracted':
        this.article(read.id, data.contentHash, data.title)
        break
      case 'ArticleExtractionFailed':
        this.article(read.id, null, null)
        break
      case 'ArticleForgotten':
        this.articles.set(read.id, {
          ...{ article_id: `\\x${read.id}`, hash: null, title: null, forget: true },
        })
        break
      // The words of an article stay until there is a new result.
      case 'ArticleRetryRequested':
      case 'ArticleRereadRequested':
      case 'ArticleRereadEnded':
      case 'LibraryOpened':
      case 'AllowanceChanged':
      case 'LinkFavorited':
      case 'LinkUnfavorited':
      case 'LinkArchived':
      case 'LinkUnarchived':
      case 'LinkCollected':
      case 'CollectionCreated':
      case 'CollectionEdited':
      case 'CollectionDeleted':
      case 'CollectionRestored':
      case 'ImportRequested':
      case 'ImportStarted':
      case 'ImportCompleted':
      case 'ImportFailed':
        break
      case 'LibraryClosed':
      case 'LinkEdited':
      case 'LinkPageProvided':
      case 'LinkPageRemoved':
      case 'LinksEdited':
      case 'LinksDeleted':
      case 'ImportUndone':
      case 'TagRenamed':
      case 'TagsMerged':
      case 'TagDeleted':
      case 'ActUndone':
        throw new TypeError(`${type} needs a batch of its own`)
      default:
        unhandled(type)
    }
  }

  private article(id: string, hash: string | null, title: string | null): void {
    const ofPage = titleOfPage(title)
    const before = this.articles.get(id)
    const known = ofPage === null ? (before?.title ?? null) : fold(ofPage)
    this.articles.set(id, { article_id: `\\x${id}`, hash, title: known, forget: before?.forget ?? false })
  }

  changedLibraries(): string[] {
    return [...new Set([...this.saved.values(), ...this.deleted.values()].map(each => each.library_id))]
  }
}

const keyOf = (libraryId: string, linkId: number) => `${libraryId}/${linkId}`

const rowOf = (library_id: string, { linkId, at, tags, titleFrom, ...texts }: Saved): NewLink => ({
  library_id,
  id: linkId,
  created_at: at,
  ...searchedTexts({ ...texts, titleFrom: titleFrom ?? 'person' }),
  tags: [...new Set(tags.map(fold))],
})
