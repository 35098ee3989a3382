import type { ArticleEvent, PageFacts } from '@lectern/contracts/events/article.ts'
import { unhandled } from '@lectern/contracts/events/read.ts'
import type { ArticlesTable, ArticleVersionsTable } from '@lectern/contracts/read-model/tables.ts'
import { sortTitleOfPage } from './order.ts'

/** Rows in JSON. */
type Row = Omit<ArticlesTable, 'article_id' | 'reread_at'> & { article_id: string; reread_at: string | null }
type Reread = Pick<Row, 'article_id' | 'reread_at' | 'reread_failure'>
type Version = Omit<ArticleVersionsTable, 'article_id' | 'read_at'> & { article_id: string; read_at: string }

/** Sums up the events of articles in a batch, so that each row is written once. */
export class ArticlesBatch {
  /** All articles that have an event. */
  readonly ids = new Set<string>()
  readonly rows = new Map<string, Row>()
  /** Articles without a row here. */
  readonly rereads = new Map<string, Reread>()
  readonly versions = new Map<string, Version>()
  readonly dropped = new Map<string, Omit<Version, 'read_at'>>()
  /** Articles that were forgotten, whatever came afterwards. */
  readonly forgotten = new Set<string>()

  add(id: string, { type, data }: ArticleEvent): void {
    const article_id = `\\x${id}`
    this.ids.add(id)
    switch (type) {
      case 'ArticleExtracted': {
        const { contentHash: content_hash, words, at: read_at } = data
        const sort_title = sortTitleOfPage(data.title)
        this.put({ ...rowWith(article_id, 'ready', data), content_hash, words, sort_title })
        this.versions.set(`${id}/${content_hash}`, { article_id, content_hash, read_at })
        this.dropped.delete(`${id}/${content_hash}`)
        break
      }
      case 'ArticleExtractionFailed':
        this.put({ ...rowWith(article_id, 'failed', data.page), reason: data.reason })
        break
      case 'ArticleRetryRequested':
        this.put(rowWith(article_id, 'pending', null))
        break
      case 'ArticleRereadRequested':
        this.reread({ article_id, reread_at: data.at, reread_failure: null })
        break
      case 'ArticleRereadEnded':
        this.reread({ article_id, reread_at: null, reread_failure: data.failure })
        break
      case 'ArticleVersionsDropped':
        for (const content_hash of data.contentHashes) {
          this.versions.delete(`${id}/${content_hash}`)
          this.dropped.set(`${id}/${content_hash}`, { article_id, content_hash })
        }
        break
      case 'ArticleForgotten':
        this.forget(article_id)
        break
      default:
        unhandled(type)
    }
  }

  private put(row: Row): void {
    this.rows.set(row.article_id, row)
    this.rereads.delete(row.article_id)
  }

  private reread(reread: Reread): void {
    const row = this.rows.get(reread.article_id)
    if (row) Object.assign(row, reread)
    else this.rereads.set(reread.article_id, reread)
  }

  private forget(article_id: string): void {
    this.forgotten.add(article_id)
    this.rows.delete(article_id)
    this.rereads.delete(article_id)
    for (const [key, version] of this.versions)
      if (version.article_id === article_id) this.versions.delete(key)
  }
}

const rowWith = (article_id: string, status: Row['status'], page: PageFacts | null): Row => ({
  article_id,
  status,
  reason: null,
  content_hash: null,
  words: null,
  title: page?.title ?? null,
  author: page?.author ?? null,
  site_name: page?.siteName ?? null,
  favicon: page?.favicon ?? null,
  image: page?.image ?? null,
  excerpt: page?.excerpt ?? null,
  published_at: page?.publishedAt ?? null,
  language: page?.language ?? null,
  reread_at: null,
  reread_failure: null,
  sort_title: null,
})
