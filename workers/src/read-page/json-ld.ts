/** A page's own facts about its article in JSON-LD. Each value is as written, or empty. */
export type StructuredData = { readonly published: string; readonly author: string; readonly site: string }

const articleType = /(Article|Posting|Report|Review|WebPage|Recipe|VideoObject)$/
/** Scripts nest their graphs a few levels deep. */
const maxDepth = 6
const maxNodes = 2_000

/** Reads the texts of the scripts of a page. The first article, or else the first page, counts. */
export function readJsonLd(scripts: readonly string[]): StructuredData {
  const nodes = scripts.flatMap(nodesOf)
  const isPage = (node: Node) => typesOf(node).some(type => type.endsWith('Page'))
  const articles = nodes.filter(node => typesOf(node).some(type => articleType.test(type)))
  const ordered = [...articles.filter(node => !isPage(node)), ...articles.filter(isPage)]
  const first = (read: (node: Node) => string) => ordered.map(read).find(Boolean) ?? ''
  return {
    published: first(node => textOf(node.datePublished) || textOf(node.dateCreated)),
    author: first(node => namesOf(node.author)),
    site: first(node => namesOf(node.publisher)),
  }
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function nodesOf(script: string): Node[] {
  const found: Node[] = []
  const visit = (value: unknown, depth: number) => {
    if (!isNode(value) || depth > maxDepth || found.length >= maxNodes) return
    if (!Array.isArray(value)) found.push(value)
    for (const inner of Object.values(value)) visit(inner, depth + 1)
  }
  try {
    visit(JSON.parse(script.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '')), 0)
  } catch {
    // A script that is no JSON says nothing.
  }
  return found
}

const typesOf = (node: Node) => [node['@type']].flat().filter(type => typeof type === 'string')
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const namesOf = (value: unknown): string =>
  [value]
    .flat()
    .map(person => textOf(isNode(person) ? person.name : person))
    .filter(Boolean)
    .join(', ')
