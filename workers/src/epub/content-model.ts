import type { XmlNode } from './xml.ts'

/** What XHTML allows in what. Names are those that our sanitiser lets pass. */
const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

export const PHRASING = names(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var',
)
export const HEADINGS = names('h1 h2 h3 h4 h5 h6')
/** Elements that hold texts and blocks alike. */
export const HOLDERS = names('blockquote div section article')
export const LISTS = names('ul ol')
const BLOCKS = new Set([...HEADINGS, ...HOLDERS, ...LISTS, 'p', 'pre', 'hr', 'dl', 'table', 'figure'])
/** Parts of a block. Without that block they stand for a block of their own. */
const PARTS = names('li dt dd caption colgroup col thead tbody tfoot tr th td figcaption')
/** Elements that allow what the element around them allows. */
export const TRANSPARENT = names('a ins del')

export const isBlockName = (name: string): boolean => BLOCKS.has(name) || PARTS.has(name)

/** flow: texts and blocks; phrasing: texts within a block. */
export type Place = {
  readonly allows: 'flow' | 'phrasing'
  /** Links and terms may not have another one in them. */
  readonly isInLink?: boolean
  readonly isInTerm?: boolean
}
/** Converts the children of an element for their place. */
export type Convert = (nodes: readonly XmlNode[], place: Place) => XmlNode[]
