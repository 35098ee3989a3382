import type { PageDocument } from '../dom.ts'
import { amp } from './amp.ts'
import { asides } from './asides.ts'
import { captions } from './captions.ts'
import { code } from './code.ts'
import { drawings } from './drawings.ts'
import { embeds } from './embeds.ts'
import { footnotes } from './footnotes.ts'
import { formulas } from './formulas.ts'
import { hidden } from './hidden.ts'
import { lazyImages } from './lazy-images.ts'
import { ourMarks } from './marks.ts'
import { navigation } from './navigation.ts'
import { plainBlocks } from './plain-blocks.ts'
import { pullQuotes } from './pull-quotes.ts'
import { shadowRoots } from './shadow-roots.ts'
import { targets } from './targets.ts'

export type PageOptions = {
  readonly base: string
  readonly url: string
  /** Also shows text of sentences that is hidden; see hidden.ts. */
  readonly showsAll?: boolean
}

/** Rewrites what Readability or sanitising would lose into plain HTML. Each rule takes one pass over the page. */
export function prepare(document: PageDocument, { base, url, showsAll = false }: PageOptions): void {
  shadowRoots(document)
  withoutOurMarks(document)
  hidden(document, { all: showsAll })
  pullQuotes(document)
  formulas(document)
  amp(document)
  lazyImages(document)
  drawings(document, url)
  embeds(document, base)
  code(document)
  plainBlocks(document)
  captions(document)
  targets(document, base, url)
  footnotes(document)
  asides(document)
  navigation(document)
}

/** A page may use the same names for something else. */
function withoutOurMarks(document: PageDocument): void {
  for (const element of document.querySelectorAll(ourMarks.map(name => `[${name}]`).join(', '))) {
    for (const name of ourMarks) element.removeAttribute(name)
  }
}
