import type { PageDocument, PageElement, PageNode } from '../dom.ts'

/**
 * Puts what a declarative shadow root shows in place of what its host holds, with the host's own children in its slots, and removes other
 * templates, which browsers do not show.
 */
export function shadowRoots(root: PageDocument | PageElement): void {
  for (const template of [...root.querySelectorAll('template')]) {
    const host = template.parentNode
    const isRoot = ['shadowrootmode', 'shadowroot'].some(name => template.getAttribute(name) !== null)
    if (!host || !isRoot || /^(HEAD|HTML)$/.test(host.tagName)) template.remove()
    else {
      attach(template, host)
      // What stands in a template is found once it is out of it.
      shadowRoots(host)
    }
  }
}

function attach(template: PageElement, host: PageElement): void {
  const given = new Map<string, PageNode[]>()
  for (const node of [...host.childNodes]) {
    if (node === template || node.nodeType === 8) continue
    const name = node.nodeType === 1 ? ((node as PageElement).getAttribute('slot') ?? '') : ''
    const others = given.get(name)
    if (others) others.push(node)
    else given.set(name, [node])
  }
  host.replaceChildren(...template.childNodes)
  for (const slot of host.querySelectorAll('slot')) {
    const name = slot.getAttribute('name') ?? ''
    const nodes = given.get(name) ?? []
    // The first slot of a name takes all. What stands in a slot is shown where nothing is given.
    given.delete(name)
    const isGiven = nodes.some(node => node.nodeType === 1 || node.textContent?.trim())
    slot.replaceWith(...(isGiven ? nodes : slot.childNodes))
  }
}
