/** The part of the DOM that reading a page needs. Server code is compiled without TypeScript's DOM types. */
export interface PageNode {
  readonly nodeType: number
  readonly childNodes: Iterable<PageNode>
  readonly parentNode: PageElement | null
  textContent: string | null
  remove(): void
  replaceWith(...nodes: (PageNode | string)[]): void
}

export interface PageElement extends PageNode {
  readonly tagName: string
  readonly children: Iterable<PageElement>
  innerHTML: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  getAttribute(name: string): string | null
  removeAttribute(name: string): void
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  append(...nodes: (PageNode | string)[]): void
  replaceChildren(...nodes: (PageNode | string)[]): void
}

export interface PageDocument extends PageNode {
  readonly documentElement: PageElement
  readonly body: PageElement
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  createElement(name: string): PageElement
}
