import { articleIdOf } from '@lectern/contracts/article-id.ts'
import { commandSubjects, RecordArticle } from '@lectern/contracts/jobs.ts'
import { Refused } from '@lectern/platform/nats/request.ts'
import { issuedBySystem } from '../aggregate/mailbox.ts'
import type { Aggregates } from '../aggregates.ts'

/** A worker tells what it found at an article's url. */
export const recordArticle = ({ articles }: Pick<Aggregates, 'articles'>) => ({
  subject: commandSubjects.recordArticle,
  schema: RecordArticle,
  handle: async ({ commandId, articleId, url, outcome }: RecordArticle) => {
    if (articleIdOf(url) !== articleId)
      throw new Refused('bad-message', 'The id is not that of the url.', false)
    const now = new Date().toISOString()
    const command = { type: 'RecordOutcome', articleId, url, outcome, now } as const
    return articles.handle(articleId, command, issuedBySystem(commandId))
  },
})
