import { Rejected } from '@lectern/contracts/api/errors.ts'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { commandSubjects, RecordArticle } from '@lectern/contracts/jobs.ts'
import { Refused } from '@lectern/platform/nats/request.ts'
import { issuedBySystem } from '../aggregate/issued.ts'
import type { Aggregates } from '../aggregates.ts'
import { isClosed } from '../closing/is-closed.ts'
import type { ProvidedPages } from '../reading/provided-pages.ts'

type Parts = Pick<Aggregates, 'articles' | 'libraries'> & { readonly providedPages: ProvidedPages }

/** A worker tells what it found at an article's url, or in a page that a person provided, which nobody needs then. */
export const recordArticle = ({ articles, libraries, providedPages }: Parts) => ({
  subject: commandSubjects.recordArticle,
  schema: RecordArticle,
  handle: async ({ commandId, articleId, url, outcome, page, askedBy }: RecordArticle) => {
    const id = page ? ownArticleIdOf(page.libraryId, page.linkId, url) : articleIdOf(url)
    if (id !== articleId) throw new Refused('bad-message', 'The id is not that of the url.', false)
    const now = new Date().toISOString()
    const command = { type: 'RecordOutcome', articleId, url, outcome, now } as const
    const record = (askerIsOpen: boolean) =>
      articles.handle(articleId, { ...command, known: { askerIsOpen } }, issuedBySystem(commandId))
    const recorded = await record(false).catch(async error => {
      if (!(error instanceof Rejected) || error.code !== 'account-closed') throw error
      if (askedBy !== undefined && (await isClosed(libraries, askedBy))) throw error
      return record(true)
    })
    if (page) await providedPages.remove(page.pageId)
    return recorded
  },
})
