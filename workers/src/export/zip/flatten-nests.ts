import { type ChildNode, isTag, isText } from 'domhandler'

/** Characters that each of these puts before a line of Markdown. */
const INDENT: Readonly<Record<string, number>> = { blockquote: 2, ul: 2, ol: 4, dd: 2 }
/** In characters. An article of 10,000 lines in lists of ten levels has a tenth. */
const INDENTS_MAX = 2_000_000

/**
 * Quotes and lists become plain blocks where their indents are too many: a line has one for each quote and list around it, so that
 * 200 quotes around 200 kB of code made 40 MB of Markdown.
 */
export const flattenNests = (nodes: readonly ChildNode[]): readonly ChildNode[] => {
  if (indentsOf(nodes, 0) > INDENTS_MAX) flatten(nodes)
  return nodes
}

/** Elements and line breaks count as lines, more than there will be. */
const indentsOf = (nodes: readonly ChildNode[], indent: number): number => {
  let sum = 0
  for (const node of nodes) {
    if (isText(node)) sum += indent * lineBreaksIn(node.data)
    else if (isTag(node)) sum += indent + indentsOf(node.children, indent + (INDENT[node.name] ?? 0))
  }
  return sum
}

const lineBreaksIn = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

const flatten = (nodes: readonly ChildNode[]): void => {
  for (const node of nodes) {
    if (!isTag(node)) continue
    if (Object.hasOwn(INDENT, node.name)) node.name = 'div'
    flatten(node.children)
  }
}
