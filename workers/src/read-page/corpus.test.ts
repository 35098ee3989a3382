import { expect, test } from 'vitest'
import { scoreCorpus } from '../test-support/corpus.ts'

test('readPage finds the articles that people marked in the benchmark', () => {
  const { pages, precision, recall, f1 } = scoreCorpus(new URL('../../fixtures/articles/', import.meta.url))
  expect(pages).toBe(14)
  expect(precision).toBeGreaterThan(0.965)
  expect(recall).toBeGreaterThan(0.985)
  expect(f1).toBeGreaterThan(0.975)
})
