import { blocksOf } from './clean/blocks.ts'
import { calls } from './clean/calls.ts'
import { companyBoxes } from './clean/company-boxes.ts'
import { endings } from './clean/endings.ts'
import { factLines } from './clean/fact-lines.ts'
import { adverts, labels } from './clean/labels.ts'
import { linkLines } from './clean/link-lines.ts'
import { linkLists } from './clean/link-lists.ts'
import { namedParts } from './clean/named-parts.ts'
import type { Page } from './clean/page.ts'
import { removeAll } from './clean/remove.ts'
import { teasers } from './clean/teasers.ts'
import { type PageElement, textOf } from './dom.ts'

/** A shorter page has too little prose to tell the article from the site, in UTF-16 units. */
const minArticle = 600

/**
 * Removes parts of the site that Readability leaves. Each rule decides by structure: names, places, links, repetition. Words only
 * confirm. A doubtful block stays.
 */
export function clean(article: PageElement, page: Page): void {
  if (textOf(article).length < minArticle) return
  removeAll(article, [...adverts(article), ...teasers(article)])
  removeAll(article, namedParts(article, blocksOf(article)))
  const blocks = blocksOf(article)
  removeAll(article, [
    ...linkLists(article, blocks, page),
    ...[
      factLines(blocks, page),
      linkLines(blocks, page),
      labels(blocks),
      calls(blocks, page),
      endings(blocks, page),
      companyBoxes(blocks, page),
    ]
      .flat()
      .map(block => block.element),
  ])
}
