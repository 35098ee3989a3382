import { randomUUID } from 'node:crypto'
import { anArticle } from '@lectern/stack/test-support/events.ts'
import { expect, it } from 'vitest'
import { reactionTo } from './jobs.ts'

const article = anArticle('https://example.com/a')
const actorId = randomUUID()
const libraryId = randomUUID()

const jobAfter = (event: ReturnType<typeof article.retried>) => {
  const recorded = {
    id: randomUUID(),
    stream: article.stream,
    revision: 1n,
    position: { commit: 1n, prepare: 1n },
    created: new Date(),
    metadata: { actorId },
    ...event,
  }
  return reactionTo(recorded)
}

it('gives a retry the turn of its library', () => {
  expect(jobAfter(article.retried(libraryId))).toMatchObject({ job: { askedBy: libraryId } })
})

it('has a page read again in the turn of its library', () => {
  expect(jobAfter(article.rereadRequested(undefined, libraryId))).toMatchObject({
    job: { articleId: article.id, askedBy: libraryId },
    unlessKnown: false,
  })
})

it('gives a retry that names no library the turn of the person who asked', () => {
  expect(jobAfter(article.retried())).toMatchObject({ job: { askedBy: actorId } })
})
