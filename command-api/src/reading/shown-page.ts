import { UNREAD } from '@lectern/contracts/api/links.ts'
import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { type PageRow, pageOf } from '@lectern/contracts/read-model/page-row.ts'
import { titleOfPage } from '@lectern/contracts/titles.ts'
import type { ReadRow } from '../read-row.ts'

/** What lists show of the page at an address: others may have had it read. `title` is null where it gives none. */
export type ShownPage = (
  url: string,
) => Promise<ReturnType<typeof pageOf> & { readonly title: string | null }>

const NOT_READ = { ...UNREAD, title: null }

/** Asks the read model. Without its answer the page counts as not read. */
export const shownPageIn =
  (readRow: ReadRow): ShownPage =>
  async url => {
    const row = await readRow<PageRow & { title: string | null }>(
      schema => `SELECT title, site_name, author, excerpt, words, status, reason, lead.image AS lead_copy, favicon.image AS favicon_copy
        FROM ${schema}.articles AS article
        LEFT JOIN content.card_images AS lead ON lead.article_id = article.article_id AND lead.role = 'lead'
        LEFT JOIN content.card_images AS favicon ON favicon.article_id = article.article_id AND favicon.role = 'favicon'
        WHERE article.article_id = decode($1, 'hex')`,
      [articleIdOf(url)],
    ).catch(() => undefined)
    return row ? { ...pageOf(row), title: row.status === 'ready' ? titleOfPage(row.title) : null } : NOT_READ
  }
