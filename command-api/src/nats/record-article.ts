import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { commandSubjects, RecordArticle } from '@lectern/contracts/jobs.ts'
import { Refused } from '@lectern/platform/nats/request.ts'
import { issuedBySystem } from '../aggregate/mailbox.ts'
import type { Aggregates } from '../aggregates.ts'
import type { ProvidedPages } from '../reading/provided-pages.ts'

type Parts = Pick<Aggregates, 'articles'> & { readonly providedPages: ProvidedPages }

/** A worker tells what it found at an article's url, or in a page that a person provided, which nobody needs then. */
export const recordArticle = ({ articles, providedPages }: Parts) => ({
  subject: commandSubjects.recordArticle,
  schema: RecordArticle,
  handle: async ({ commandId, articleId, url, outcome, page }: RecordArticle) => {
    const id = page ? ownArticleIdOf(page.libraryId, page.linkId, url) : articleIdOf(url)
    if (id !== articleId) throw new Refused('bad-message', 'The id is not that of the url.', false)
    const now = new Date().toISOString()
    const command = { type: 'RecordOutcome', articleId, url, outcome, now } as const
    const recorded = await articles.handle(articleId, command, issuedBySystem(commandId))
    if (page) await providedPages.remove(page.pageId)
    return recorded
  },
})
