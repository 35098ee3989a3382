import { attributesOf, linkOf } from './attributes.ts'
import {
  type Convert,
  HEADINGS,
  HOLDERS,
  isBlockName,
  LISTS,
  PHRASING,
  type Place,
  TRANSPARENT,
} from './content-model.ts'
import { definitions, figure, isBlank, list, ruby, runOf, table } from './parts.ts'
import { element, isElement, parseHtml, textOfXml, type XmlElement, type XmlNode, xmlText } from './xml.ts'

/** A picture of the book, or none to show. */
export type Shown = { readonly href: string; readonly width: number; readonly height: number } | 'left-out'
export type Heading = { readonly id: string; readonly level: number; readonly text: string }
export type Chapter = { readonly nodes: XmlNode[]; readonly headings: Heading[] }

const FLOW: Place = { allows: 'flow' }

/**
 * Makes XHTML of the sanitised HTML of an article, valid by the content model of HTML: what may not stand where it is loses its
 * tags, never its text.
 * @param pictureOf the picture of an address; undefined where the book has none of it
 */
export const toXhtml = (html: string, pictureOf: (address: string) => Shown | undefined): Chapter => {
  const conversion = new Conversion(pictureOf)
  const nodes = trimmed(conversion.convert(parseHtml(html), FLOW))
  conversion.settleLinks()
  return { nodes, headings: conversion.headings }
}

class Conversion {
  readonly headings: Heading[] = []
  readonly #pictureOf: (address: string) => Shown | undefined
  readonly #ids = new Set<string>()
  /** Links to places in the article, which may turn out not to be there. */
  readonly #links: XmlElement[] = []

  constructor(pictureOf: (address: string) => Shown | undefined) {
    this.#pictureOf = pictureOf
  }

  /** Links that lead nowhere are plain text. */
  settleLinks(): void {
    for (const link of this.#links) {
      if (this.#ids.has(link.attributes.href?.slice(1) ?? '')) continue
      link.name = plainName(link)
      delete link.attributes.href
    }
  }

  readonly convert: Convert = (nodes, place) => {
    const converted: XmlNode[] = []
    /** In phrasing, the text of a block begins and ends a line. */
    let needsBreak = false
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]
      if (!isElement(node)) {
        if (node) {
          if (needsBreak && node.trim() !== '') converted.push(element('br'))
          if (node.trim() !== '') needsBreak = false
          converted.push(node)
        }
        continue
      }
      const isBlock = isBlockName(node.name)
      if (place.allows === 'phrasing' && isBlock) {
        const inner = this.convert(node.children, place)
        if (textOfXml(inner).trim() === '' && !inner.some(isElement)) continue
        if (converted.length > 0) converted.push(element('br'))
        converted.push(...this.#place(node), ...inner)
        needsBreak = true
        continue
      }
      if (needsBreak) converted.push(element('br'))
      needsBreak = false
      if (isBlock) {
        const parts = runOf(nodes, at)
        if (parts !== undefined) {
          converted.push(...this.#block(element(parts.holder, parts.nodes), place))
          at = parts.last
          continue
        }
      }
      converted.push(...(isBlock ? this.#block(node, place) : this.#inline(node, place)))
    }
    return converted
  }

  #block(given: XmlElement, place: Place): XmlNode[] {
    const { name, children } = given
    if (name === 'hr') return [element('hr')]
    if (HEADINGS.has(name)) return this.#heading(given, place)
    if (name === 'pre')
      return this.#made('pre', given, this.convert(children, { ...place, allows: 'phrasing' }))
    if (LISTS.has(name)) return this.#made(name, given, list(children, place, this.#item))
    if (name === 'dl') return this.#made('dl', given, definitions(children, place, this.#item))
    if (name === 'table') return this.#made('table', given, table(children, place, this.#item))
    if (name === 'figure') return this.#made('figure', given, figure(children, place, this.#item))
    const inner = this.convert(children, place)
    if (name === 'p') return this.#made(inner.some(isBlock) ? 'div' : 'p', given, inner)
    return this.#made(HOLDERS.has(name) ? name : 'div', given, inner)
  }

  /** The converted parts of a list, a table or a figure. */
  readonly #item = (name: string, given: XmlElement, place: Place): XmlElement =>
    element(name, this.convert(given.children, place), this.#attributes(name, given))

  #heading(given: XmlElement, place: Place): XmlNode[] {
    // The title of the chapter is its only h1.
    const name = given.name === 'h1' ? 'h2' : given.name
    const [heading] = this.#made(name, given, this.convert(given.children, { ...place, allows: 'phrasing' }))
    if (!isElement(heading)) return []
    const text = xmlText(textOfXml([heading]))
      .replace(/\s+/g, ' ')
      .trim()
    if (text !== '') {
      const id = heading.attributes.id ?? `h${this.headings.length + 1}`
      heading.attributes.id = id
      this.headings.push({ id, level: Number(name[1]), text })
    }
    return [heading]
  }

  #inline(given: XmlElement, place: Place): XmlNode[] {
    const { name, children } = given
    if (name === 'br' || name === 'wbr') return [element(name)]
    if (name === 'img') return this.#picture(given, place)
    const mayBeRuby = name === 'ruby' ? ruby(children, place, this.convert) : undefined
    if (mayBeRuby) return [element('ruby', mayBeRuby, this.#attributes('ruby', given))]
    const isRepeated = (name === 'a' && place.isInLink) || (name === 'dfn' && place.isInTerm)
    const inside = {
      ...place,
      ...(name === 'a' && { isInLink: true }),
      ...(name === 'dfn' && { isInTerm: true }),
    }
    const inner = this.convert(children, inside)
    if (isRepeated || !PHRASING.has(name)) return [...this.#place(given), ...inner]
    if (inner.some(isBlock) && !TRANSPARENT.has(name))
      return [...this.#place(given), ...this.#around(given, inner)]
    return this.#made(name, given, inner)
  }

  /** Gives each run of texts the element that was around blocks, too. */
  #around(given: XmlElement, inner: readonly XmlNode[]): XmlNode[] {
    const all: XmlNode[] = []
    const attributes = attributesOf(given.name, given.attributes)
    const name = given.name === 'bdo' && attributes.dir === undefined ? 'span' : given.name
    for (const node of inner) {
      const last = all.at(-1)
      if (isBlock(node)) all.push(node)
      else if (isElement(last) && !isBlock(last)) last.children.push(node)
      else if (isElement(node) || node.trim() !== '') all.push(element(name, [node], { ...attributes }))
      else all.push(node)
    }
    return all
  }

  #picture({ attributes }: XmlElement, place: Place): XmlNode[] {
    const { src = '', alt = '' } = attributes
    const shown = this.#pictureOf(src)
    if (shown === 'left-out') return []
    if (shown !== undefined) {
      const { href, width, height } = shown
      return [element('img', [], { src: href, alt, width: `${width}`, height: `${height}` })]
    }
    const text = alt.trim() || 'Picture'
    const href = /^https?:/i.test(src) && !place.isInLink ? linkOf(src) : undefined
    const frame = { class: 'missing' }
    return [href === undefined ? element('span', [text], frame) : element('a', [text], { href, ...frame })]
  }

  #made(name: string, given: XmlElement, children: XmlNode[]): XmlNode[] {
    const attributes = this.#attributes(name, given)
    const isEmpty = children.length === 0 || (isBlockName(name) && children.every(isBlank))
    if (isEmpty) return attributes.id === undefined ? [] : [element('span', [], { id: attributes.id })]
    const made = element(name, children, attributes)
    if (name === 'a') {
      if (attributes.href?.startsWith('#')) this.#links.push(made)
      else if (attributes.href === undefined) made.name = plainName(made)
    }
    if (name === 'bdo' && attributes.dir === undefined) made.name = 'span'
    return [made]
  }

  #attributes(name: string, { attributes }: XmlElement): Record<string, string> {
    const target = attributes['data-target']
    const id = target === undefined ? undefined : this.#newId(`t${target.replace(/^t/, '')}`)
    return { ...(id !== undefined && { id }), ...attributesOf(name, attributes) }
  }

  /** The place that an element was, which loses its tags. */
  #place(given: XmlElement): XmlNode[] {
    const { id } = this.#attributes('span', given)
    return id === undefined ? [] : [element('span', [], { id })]
  }

  /** undefined where another element has it, or where it is no name. */
  #newId(wanted: string): string | undefined {
    if (this.#ids.has(wanted) || !/^t\d{1,6}$/.test(wanted)) return undefined
    this.#ids.add(wanted)
    return wanted
  }
}

/** The element that a link without an address is: it may have blocks in it. */
const plainName = ({ children }: XmlElement): string => (children.some(isBlock) ? 'div' : 'span')

/** Blocks, and links and the like around blocks. */
const isBlock = (node: XmlNode): boolean =>
  isElement(node) && (isBlockName(node.name) || (TRANSPARENT.has(node.name) && node.children.some(isBlock)))

const trimmed = (nodes: readonly XmlNode[]): XmlNode[] => {
  const first = nodes.findIndex(node => !isBlank(node))
  return first < 0 ? [] : nodes.slice(first, nodes.findLastIndex(node => !isBlank(node)) + 1)
}
