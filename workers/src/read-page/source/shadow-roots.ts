import type { PageDocument, PageElement } from '../dom.ts'

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
  const own = [...host.childNodes].filter(node => node !== template)
  const slotOf = (node: (typeof own)[number]) =>
    node.nodeType === 1 ? ((node as PageElement).getAttribute('slot') ?? '') : ''
  host.replaceChildren(...template.childNodes)
  for (const slot of host.querySelectorAll('slot')) {
    const name = slot.getAttribute('name') ?? ''
    const given = own.filter(node => slotOf(node) === name && node.nodeType !== 8)
    // What stands in the slot is shown where nothing is given.
    const isGiven = given.some(node => node.nodeType === 1 || node.textContent?.trim())
    slot.replaceWith(...(isGiven ? given : slot.childNodes))
  }
}
