import type { PageDocument } from '../dom.ts'
import { captions } from './captions.ts'
import { code } from './code.ts'
import { embeds } from './embeds.ts'
import { footnotes } from './footnotes.ts'
import { formulas } from './formulas.ts'
import { lazyImages } from './lazy-images.ts'
import { ourMarks } from './marks.ts'
import { navigation } from './navigation.ts'
import { targets } from './targets.ts'

/** Rewrites what Readability or sanitising would lose into plain HTML. Each rule takes one pass over the page. */
export function prepare(document: PageDocument, { base, url }: { base: string; url: string }): void {
  withoutOurMarks(document)
  formulas(document)
  lazyImages(document)
  embeds(document, base)
  code(document)
  captions(document)
  targets(document, base, url)
  footnotes(document)
  navigation(document)
}

/** A page may use the same names for something else. */
function withoutOurMarks(document: PageDocument): void {
  for (const element of document.querySelectorAll(ourMarks.map(name => `[${name}]`).join(', '))) {
    for (const name of ourMarks) element.removeAttribute(name)
  }
}
