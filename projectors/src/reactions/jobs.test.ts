import { randomUUID } from 'node:crypto'
import { articleIdOf, ownArticleIdOf } from '@lectern/contracts/article-id.ts'
import { aLibrary, anArticle } from '@lectern/stack/test-support/events.ts'
import { expect, it } from 'vitest'
import { reactionTo } from './jobs.ts'

const article = anArticle('https://example.com/a')
const actorId = randomUUID()
const libraryId = randomUUID()

const library = aLibrary({ libraryId })

const jobAfter = (event: { type: string; data: unknown }, stream = article.stream) => {
  const recorded = {
    id: randomUUID(),
    stream,
    revision: 1n,
    position: { commit: 1n, prepare: 1n },
    created: new Date(),
    metadata: { actorId },
    ...event,
  }
  const reaction = reactionTo(recorded)
  return reaction?.kind === 'work' ? reaction.work[0] : undefined
}

it('gives a retry the turn of its library', () => {
  expect(jobAfter(article.retried(libraryId))).toMatchObject({ job: { askedBy: libraryId } })
})

it('has a page read again in the turn of its library', () => {
  expect(jobAfter(article.rereadRequested(undefined, libraryId))).toMatchObject({
    job: { articleId: article.id, askedBy: libraryId },
  })
  expect(jobAfter(article.rereadRequested(undefined, libraryId))).not.toHaveProperty('unlessKnown')
})

it('gives a retry that names no library the turn of the person who asked', () => {
  expect(jobAfter(article.retried())).toMatchObject({ job: { askedBy: actorId } })
})

it('has a provided page read for its link alone, and the page of the address once that is given up', () => {
  const url = `https://example.com/${libraryId}/1`
  const { stream, pageProvided, pageRemoved } = library
  expect(jobAfter(pageProvided(1), stream)).toMatchObject({
    job: {
      ...{ articleId: ownArticleIdOf(libraryId, 1, url), url, askedBy: libraryId },
      ...{ link: { libraryId, linkId: 1 }, pageId: expect.any(String) },
    },
  })
  expect(jobAfter(pageProvided(1), stream)).not.toHaveProperty('unlessKnown')
  expect(jobAfter(pageRemoved(1), stream)).toMatchObject({
    job: { articleId: articleIdOf(url), url },
    unlessKnown: articleIdOf(url),
  })
})

it('has the page of a link that is back read where it is not known', () => {
  const url = `https://example.com/${libraryId}/1`
  expect(jobAfter(library.broughtBack([[1, 2]]), library.stream)).toMatchObject({
    job: { articleId: articleIdOf(url), url, askedBy: libraryId, link: { libraryId, linkId: 2 } },
    unlessKnown: articleIdOf(url),
  })
})

it('has the page of a new address read, and nothing for other edits', () => {
  const url = 'https://example.com/b'
  const { stream, linkEdited } = library
  expect(jobAfter(linkEdited(1, { url, urlKey: 'b' }), stream)).toMatchObject({
    job: { url, askedBy: libraryId, link: { libraryId, linkId: 1 } },
    unlessKnown: articleIdOf(url),
  })
  expect(jobAfter(linkEdited(1, { title: 'Other' }), stream)).toBeUndefined()
})
