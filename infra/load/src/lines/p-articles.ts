import { pathToFileURL } from 'node:url'
import { halfOf, type Scores, scoreCorpus } from '@lectern/workers/test-support/corpus.ts'
import { type Line, milliseconds } from '../measure/report.ts'

const REQUIRED = { precision: 0.965, recall: 0.985, f1: 0.975 }
const OVER_READABILITY_MS = 60

/**
 * The articles of a corpus, whose folder is in ARTICLES_CORPUS, in two halves by the hash of each page's name. Rules are made while looking at
 * the even half only, so a gain there that the odd half does not show is none.
 */
export const articleLines = (): Line[] => {
  const path = process.env.ARTICLES_CORPUS
  if (!path) {
    return [{ measure: '(p) Articles: set ARTICLES_CORPUS to the folder of a corpus', ours: 'not measured' }]
  }
  const folder = pathToFileURL(`${path}/`)
  return [
    ...linesOf('all pages', scoreCorpus(folder)),
    ...linesOf(
      'even half',
      scoreCorpus(folder, name => halfOf(name) === 'even'),
    ),
    ...linesOf(
      'odd half',
      scoreCorpus(folder, name => halfOf(name) === 'odd'),
    ),
  ]
}

const linesOf = (name: string, scores: Scores): Line[] => [
  ...(['precision', 'recall', 'f1'] as const).map(
    (measure): Line => ({
      measure: `(p) Articles, ${name} (${scores.pages}): ${measure}`,
      ours: scores[measure].toFixed(3),
      required: `at least ${REQUIRED[measure]}`,
      ok: scores[measure] >= REQUIRED[measure],
    }),
  ),
  {
    measure: '    a page over Readability alone, median',
    ours: milliseconds(scores.overReadabilityMs),
    required: `under ${OVER_READABILITY_MS} ms`,
    ok: scores.overReadabilityMs < OVER_READABILITY_MS,
  },
]
