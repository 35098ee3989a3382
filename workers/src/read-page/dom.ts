/** The part of the DOM that reading a page needs. Server code is compiled without TypeScript's DOM types. */
export interface PageNode {
  readonly nodeType: number
  readonly childNodes: Iterable<PageNode>
  readonly parentNode: PageElement | null
  readonly previousSibling: PageNode | null
  readonly nextSibling: PageNode | null
  textContent: string | null
  remove(): void
  replaceWith(...nodes: (PageNode | string)[]): void
  before(...nodes: (PageNode | string)[]): void
  after(...nodes: (PageNode | string)[]): void
}

export interface PageElement extends PageNode {
  readonly tagName: string
  readonly ownerDocument: PageDocument
  readonly children: Iterable<PageElement>
  innerHTML: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly previousElementSibling: PageElement | null
  readonly nextElementSibling: PageElement | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  cloneNode(deep: boolean): PageElement
  append(...nodes: (PageNode | string)[]): void
  prepend(...nodes: (PageNode | string)[]): void
  replaceChildren(...nodes: (PageNode | string)[]): void
}

export interface PageDocument extends PageNode {
  readonly documentElement: PageElement
  readonly body: PageElement
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  createElement(name: string): PageElement
}

/** The nearest of an element and its ancestors that passes a test. */
export function nearest(
  element: PageElement | null,
  passes: (element: PageElement) => boolean,
): PageElement | null {
  // The parent of the outermost element is the document.
  for (let candidate = element; candidate?.nodeType === 1; candidate = candidate.parentNode) {
    if (passes(candidate)) return candidate
  }
  return null
}

/** The text of a node with white space joined. */
export const textOf = (node: PageNode): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim()

export const classesOf = (element: PageElement): string => element.getAttribute('class') ?? ''

/** Puts the children of an element in its place. */
export const unwrap = (element: PageElement): void => element.replaceWith(...element.childNodes)

/** Asks each element once, so that many elements in one cost no square. */
export function remembered(test: (element: PageElement) => boolean): (element: PageElement) => boolean {
  const known = new Map<PageElement, boolean>()
  return element => {
    const answer = known.get(element) ?? test(element)
    known.set(element, answer)
    return answer
  }
}

/** Gives an element another name. Its attributes and children stay. */
export function rename(document: PageDocument, element: PageElement, name: string): PageElement {
  const renamed = document.createElement(name)
  for (const attribute of element.attributes) renamed.setAttribute(attribute.name, attribute.value)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}
