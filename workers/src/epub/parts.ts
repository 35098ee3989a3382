import type { Convert, Place } from './content-model.ts'
import { element, isElement, textOfXml, type XmlElement, type XmlNode } from './xml.ts'

/** A part of a block, with its children converted for `place`. */
type Item = (name: string, given: XmlElement, place: Place) => XmlElement

const flow = (place: Place): Place => ({ ...place, allows: 'flow' })
const phrasing = (place: Place): Place => ({ ...place, allows: 'phrasing' })
export const isBlank = (node: XmlNode): boolean => !isElement(node) && node.trim() === ''

const HOLDER_OF: Record<string, string> = {
  li: 'ul',
  dt: 'dl',
  dd: 'dl',
  thead: 'table',
  tbody: 'table',
  tfoot: 'table',
  tr: 'table',
}

/** Parts that follow each other without the block that holds them. */
export const runOf = (
  nodes: readonly XmlNode[],
  first: number,
): { holder: string; nodes: XmlNode[]; last: number } | undefined => {
  const holderOf = (node: XmlNode | undefined) => (isElement(node) ? HOLDER_OF[node.name] : undefined)
  const holder = holderOf(nodes[first])
  if (holder === undefined) return undefined
  let last = first
  for (let at = first + 1; at < nodes.length; at++) {
    const node = nodes[at]
    if (holderOf(node) === holder) last = at
    else if (node !== undefined && !isBlank(node)) break
  }
  return { holder, nodes: nodes.slice(first, last + 1), last }
}

/** Children as parts with a name in `names`; runs of what is none are one part of the name `other`. */
const partsOf = (nodes: readonly XmlNode[], names: readonly string[], other: string): XmlElement[] => {
  const parts: XmlElement[] = []
  let loose: XmlElement | undefined
  for (const node of nodes) {
    if (isElement(node) && names.includes(node.name)) {
      parts.push(node)
      loose = undefined
    } else if (loose !== undefined) loose.children.push(node)
    else if (!isBlank(node)) {
      loose = element(other, [node])
      parts.push(loose)
    }
  }
  return parts
}

export const list = (nodes: readonly XmlNode[], place: Place, item: Item): XmlNode[] =>
  partsOf(nodes, ['li'], 'li').map(part => item('li', part, flow(place)))

/** Each group has a term and a description, which may be empty. */
export const definitions = (nodes: readonly XmlNode[], place: Place, item: Item): XmlNode[] => {
  const groups = nodes.flatMap(node => (isElement(node) && node.name === 'div' ? node.children : [node]))
  const made: XmlElement[] = []
  for (const part of partsOf(groups, ['dt', 'dd'], 'dd')) {
    if (part.name === 'dd' && made.length === 0) made.push(element('dt'))
    made.push(part.name === 'dt' ? item('dt', part, phrasing(place)) : item('dd', part, flow(place)))
  }
  if (made.at(-1)?.name === 'dt') made.push(element('dd'))
  return made
}

/** The caption stands last, or first where it was. */
export const figure = (nodes: readonly XmlNode[], place: Place, item: Item): XmlNode[] => {
  const isCaption = (node: XmlNode) => isElement(node) && node.name === 'figcaption'
  const caption = nodes.find(isCaption)
  const rest = nodes.filter(node => node !== caption)
  const holder = element('div', [...rest])
  const { children } = item('div', holder, flow(place))
  if (!isElement(caption)) return children
  const made = item('figcaption', caption, flow(place))
  if (made.children.every(isBlank)) return children
  return nodes.find(node => !isBlank(node)) === caption ? [made, ...children] : [...children, made]
}

/** Rows in their sections. Columns go, since they only say how a table looks. */
export const table = (nodes: readonly XmlNode[], place: Place, item: Item): XmlNode[] => {
  const isColumn = (node: XmlNode) =>
    isElement(node) && /^col/.test(node.name) && textOfXml(node.children).trim() === ''
  const rest = nodes.filter(node => !isColumn(node))
  const parts = partsOf(rest, ['caption', 'thead', 'tbody', 'tfoot', 'tr'], 'tr')
  const captions = parts.filter(({ name }) => name === 'caption')
  const made: XmlElement[] = []
  const foot: XmlElement[] = []
  let loose: XmlElement | undefined
  for (const part of parts) {
    if (part.name === 'caption') continue
    const rows = rowsOf(part, place, item)
    if (rows.length === 0) continue
    const isHead = part.name === 'thead' && made.length === 0
    if (part.name === 'tr' && loose !== undefined) {
      loose.children.push(...rows)
      continue
    }
    const isFoot = part.name === 'tfoot' && foot.length === 0
    const { attributes } =
      part.name === 'tr' ? element('tbody') : item('tbody', element('', [], part.attributes), place)
    const section = element(isHead ? 'thead' : isFoot ? 'tfoot' : 'tbody', rows, attributes)
    if (isFoot) foot.push(section)
    else made.push(section)
    loose = part.name === 'tr' ? section : undefined
  }
  const words = captions.flatMap(({ children }) => children)
  const { attributes } = captions[0] ?? element('caption')
  if (made.length + foot.length === 0) {
    const rows = words.every(isBlank)
      ? []
      : rowsOf(element('tr', [element('td', words, attributes)]), place, item)
    return rows.length === 0 ? [] : [element('tbody', rows)]
  }
  const caption = item('caption', element('caption', words, attributes), phrasing(place))
  return [...(caption.children.every(isBlank) ? [] : [caption]), ...made, ...foot]
}

const rowsOf = (part: XmlElement, place: Place, item: Item): XmlElement[] => {
  const rows = part.name === 'tr' ? [part] : partsOf(part.children, ['tr'], 'tr')
  return rows.flatMap(row => {
    const cells = partsOf(row.children, ['td', 'th'], 'td').map(cell =>
      cell.name === 'th' ? item('th', cell, phrasing(place)) : item('td', cell, flow(place)),
    )
    if (cells.length === 0) return []
    const { attributes } = item('tr', element('', [], row.attributes), place)
    return [element('tr', cells, attributes)]
  })
}

/** Each base with its reading in brackets, which readers without ruby show; undefined where there is no reading. */
export const ruby = (nodes: readonly XmlNode[], place: Place, convert: Convert): XmlNode[] | undefined => {
  const isNamed = (node: XmlNode, name: string) => isElement(node) && node.name === name
  if (!nodes.some(node => isNamed(node, 'rt'))) return undefined
  const made: XmlNode[] = []
  for (const node of nodes) {
    if (isNamed(node, 'rp')) continue
    if (!isElement(node) || node.name !== 'rt') {
      made.push(...convert([node], phrasing(place)))
      continue
    }
    const reading = convert(node.children, phrasing(place))
    if (textOfXml(reading) !== '')
      made.push(element('rp', ['(']), element('rt', reading), element('rp', [')']))
  }
  return made.some(node => isNamed(node, 'rt')) ? made : undefined
}
