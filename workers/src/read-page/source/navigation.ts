import { nearest, type PageDocument, type PageElement, textOf } from '../dom.ts'

/** Removes `<nav>`, breadcrumbs and menus. A table of contents, whose links stay on the page, stays. */
export function navigation(document: PageDocument): void {
  for (const menu of document.querySelectorAll(
    'nav, [role="navigation"], [role="menubar"], [role="search"]',
  )) {
    if (/^(BODY|MAIN|ARTICLE)$/.test(menu.tagName) || menu.querySelector('article, h1') !== null) continue
    if (!isContents(menu)) menu.remove()
  }
  for (const trail of document.querySelectorAll('[itemtype$="/BreadcrumbList"]')) {
    const isTrail =
      nearest(trail, element => element.tagName === 'ARTICLE') !== trail && textOf(trail).length < 400
    if (isTrail) trail.remove()
  }
}

const isContents = (menu: PageElement) => {
  const links = [...menu.querySelectorAll('a')]
  return links.length > 1 && links.every(link => (link.getAttribute('href') ?? '').startsWith('#'))
}
