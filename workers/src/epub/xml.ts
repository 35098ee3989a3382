import { Parser } from 'htmlparser2'

/** A tree that is written as XML. A text stands for itself. */
export type XmlNode = string | XmlElement
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
}

export const element = (
  name: string,
  children: XmlNode[] = [],
  attributes: Record<string, string> = {},
): XmlElement => ({ name, attributes, children })

export const isElement = (node: XmlNode | undefined): node is XmlElement => typeof node === 'object'

/** The text without characters that XML forbids, such as controls and halves of surrogate pairs. */
export const xmlText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text for element content or an attribute in double quotes. */
export const escaped = (text: string): string =>
  xmlText(text).replace(/[&<>"]/g, character => ENTITIES[character] ?? '')

/** The only elements that HTML has without an end tag. Others keep theirs, for readers that take XHTML for HTML. */
const VOID = new Set(['br', 'hr', 'img', 'wbr'])

export const writeXml = (nodes: readonly XmlNode[]): string => {
  let xml = ''
  for (const node of nodes) {
    if (!isElement(node)) {
      xml += escaped(node)
      continue
    }
    const { name, attributes, children } = node
    let tag = name
    for (const [key, value] of Object.entries(attributes)) tag += ` ${key}="${escaped(value)}"`
    xml += VOID.has(name) ? `<${tag}/>` : `<${tag}>${writeXml(children)}</${name}>`
  }
  return xml
}

export const textOfXml = (nodes: readonly XmlNode[]): string =>
  nodes.map(node => (isElement(node) ? textOfXml(node.children) : node)).join('')

/** The tree of an HTML fragment; comments are left out. */
export const parseHtml = (html: string): XmlNode[] => {
  const root = element('')
  const open = [root]
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const opened = element(name, [], attributes)
      open.at(-1)?.children.push(opened)
      open.push(opened)
    },
    ontext: text => {
      const siblings = open.at(-1)?.children ?? []
      const last = siblings.length - 1
      if (typeof siblings[last] === 'string') siblings[last] += text
      else siblings.push(text)
    },
    onclosetag: () => {
      open.pop()
    },
  })
  parser.end(html)
  return root.children
}
