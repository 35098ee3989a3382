import { classesOf, nearest, type PageDocument, type PageElement, textOf, unwrap } from '../dom.ts'
import { marks } from './marks.ts'

const { target: mark, reference } = marks
const holders = /^(H[1-6]|LI|P|DT|DD|FIGURE|TABLE|SUP|SPAN|A|DIV|SECTION|ASIDE|BLOCKQUOTE|TD|TR|CITE)$/
const isHeading = (element: PageElement) => /^H[1-6]$/.test(element.tagName)

/**
 * Marks what links inside the page lead to, since ids are not stored: elements get `data-target`, links `data-refers`. After
 * Readability, `numberTargets` keeps those that are still there.
 */
export function targets(document: PageDocument, base: string, url: string): void {
  const named = new Map<string, PageElement>()
  for (const element of document.querySelectorAll('[id], a[name]')) {
    const name = element.getAttribute('id') || element.getAttribute('name')
    if (name && !named.has(name)) named.set(name, element)
  }
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const isOwn = (link: PageElement) => isAround(named.get(fragmentOf(link, base, url) ?? ''), heading)
    withoutOwnLink(heading, isOwn)
  }
  const numbers = new Map<PageElement, string>()
  for (const link of document.querySelectorAll('a[href*="#"]')) {
    const fragment = fragmentOf(link, base, url)
    const element = fragment && named.get(fragment)
    const target = element && placeOf(element)
    if (!target || target === link) continue
    const number = numbers.get(target) ?? `${numbers.size + 1}`
    numbers.set(target, number)
    link.setAttribute(reference, number)
  }
  for (const [element, number] of numbers) element.setAttribute(mark, number)
}

/** Whether a name is that of a heading, of something in it, or of its section or the place before it. */
function isAround(named: PageElement | undefined, heading: PageElement): boolean {
  if (!named) return false
  const isIn = (inner: PageElement, outer: PageElement) =>
    nearest(inner, element => element === outer) !== null
  return isIn(named, heading) || isIn(heading, named) || heading.previousElementSibling === named
}

/** A heading that is a link to itself, or ends with one, becomes plain text. */
function withoutOwnLink(heading: PageElement, isOwn: (link: PageElement) => boolean): void {
  for (const link of heading.querySelectorAll('a[href*="#"]')) {
    if (!isOwn(link)) continue
    const isWhole = textOf(link) === textOf(heading)
    const isSign =
      !/[\p{L}\p{N}]/u.test(link.textContent ?? '') && link.querySelector('img, [data-math]') === null
    const isLabel = /anchor|permalink|headerlink|direct-link/i.test(classesOf(link)) && !isWhole
    if (isSign || isLabel) link.remove()
    else if (isWhole) unwrap(link)
  }
}

const absolute = (link: PageElement, url: string) =>
  URL.parse(link.getAttribute('href') ?? '', url)?.href ?? url

/** The fragment of a link to a place of its own page, or null. */
function fragmentOf(link: PageElement, base: string, url: string): string | null {
  const href = link.getAttribute('href') ?? ''
  if (href.length > 2_048) return null
  const target = URL.parse(href, href.startsWith('#') ? url : base)
  if (!target || target.hash.length < 2) return null
  const [page] = url.split('#')
  if (target.href.slice(0, -target.hash.length) !== URL.parse(page ?? '')?.href) return null
  return decoded(target.hash.slice(1))
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The element with a name, or, where it is empty, the one that it stands in or before. */
function placeOf(named: PageElement): PageElement | null {
  if (holders.test(named.tagName) && textOf(named) !== '') return named
  const heading = nearest(named, isHeading)
  if (heading) return heading
  if (textOf(named) === '' && named.nextElementSibling && textOf(named.nextElementSibling) !== '') {
    return named.nextElementSibling
  }
  return nearest(named.parentNode, element => /^(LI|P|DT|DD|FIGURE|BLOCKQUOTE)$/.test(element.tagName))
}

/** Numbers the targets that are left, in their order, as `t1`, `t2`, …, and makes the links to them `#t1`. */
export function numberTargets(article: PageElement, url: string): void {
  const numbers = new Map<string, string>()
  const wanted = new Set(
    [...article.querySelectorAll(`[${reference}]`)].map(link => link.getAttribute(reference)),
  )
  for (const element of article.querySelectorAll(`[${mark}]`)) {
    const name = element.getAttribute(mark) ?? ''
    if (wanted.has(name) && !numbers.has(name)) {
      numbers.set(name, `t${numbers.size + 1}`)
      element.setAttribute(mark, `t${numbers.size}`)
    } else element.removeAttribute(mark)
  }
  for (const link of article.querySelectorAll(`[${reference}]`)) {
    const number = numbers.get(link.getAttribute(reference) ?? '')
    if (number) link.setAttribute('href', `#${number}`)
  }
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    // The link's target is not in the article, so it leads to the page.
    if (!numbers.has(link.getAttribute(reference) ?? '')) link.setAttribute('href', absolute(link, url))
    link.removeAttribute(reference)
  }
}
