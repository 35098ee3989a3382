import DOMPurify, { type Config } from 'dompurify'
import { isWebAddress } from '../../lib/hosts.ts'

export type Heading = { id: string; text: string; level: 2 | 3 }
export type Prepared = { fragment: DocumentFragment; headings: Heading[] }

const FORMS = ['form', 'input', 'button', 'select', 'textarea', 'dialog']
/** Elements that may make the browser contact another host before a click. */
const REACHING_OUT = ['link', 'meta', 'base', 'map', 'area', 'video', 'audio', 'source', 'track', 'template']

/** Marks of our server in the HTML that it stores: formulas, targets of links inside the article, and images without a copy. */
const OUR_ATTRIBUTES = ['data-math', 'data-target', 'data-image-missing', 'data-source', 'data-alt']

/** Removes styles and names, and forms and frames. `rel` and `class` are replaced below. */
const POLICY: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', ...FORMS, ...REACHING_OUT],
  FORBID_ATTR: ['style', 'id', 'name', 'tabindex', 'autofocus', 'rel', 'ping', 'background', 'srcset'],
  ADD_ATTR: OUR_ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
}

/**
 * Sanitises an article's HTML a second time, and prepares it: an outline, scrolling tables, code that can be copied, safe
 * links, images that open large. It adds no text, because places in the article count its characters.
 */
export const prepareArticle = (html: string, title: string): Prepared => {
  if (!DOMPurify.isSupported) throw new Error('this browser cannot sanitise HTML')
  const fragment = DOMPurify.sanitize(html, POLICY)
  const languages = codeLanguages(fragment)
  for (const element of fragment.querySelectorAll('[class]')) element.removeAttribute('class')
  hideRepeatedTitle(fragment, title)
  for (const heading of fragment.querySelectorAll('h1')) rename(heading, 'h2')
  for (const table of fragment.querySelectorAll('table')) makeScrollable(table)
  for (const pre of fragment.querySelectorAll('pre')) prepareCode(pre, languages.get(pre))
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('a[href]')) prepareLink(link, fragment)
  for (const image of fragment.querySelectorAll('img')) prepareImage(image)
  for (const frame of fragment.querySelectorAll<HTMLElement>('[data-image-missing]')) linkToImage(frame)
  return { fragment, headings: outlineOf(fragment) }
}

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

/** The text stays, because places in the article count its characters. */
const hideRepeatedTitle = (fragment: DocumentFragment, title: string) => {
  const first = fragment.querySelector<HTMLElement>('h1, h2')
  if (first && plain(first.textContent).toLowerCase() === plain(title).toLowerCase()) first.hidden = true
}

const rename = (element: HTMLElement, name: string) => {
  const renamed = document.createElement(name)
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

const makeFocusable = (element: HTMLElement, label: string) => {
  element.tabIndex = 0
  element.setAttribute('role', 'region')
  element.setAttribute('aria-label', label)
}

const makeScrollable = (table: HTMLElement) => {
  const frame = document.createElement('div')
  frame.className = 'scroller'
  makeFocusable(frame, plain(table.querySelector('caption')?.textContent ?? null) || 'Table')
  table.replaceWith(frame)
  frame.append(table)
}

const LANGUAGE_CLASS = /(?:^|\s)language-([\w+#.-]{1,20})(?:\s|$)/

const codeLanguages = (fragment: DocumentFragment): Map<HTMLElement, string> => {
  const languages = new Map<HTMLElement, string>()
  for (const code of fragment.querySelectorAll('pre > code[class]')) {
    const language = LANGUAGE_CLASS.exec(code.className)?.[1]
    if (language && code.parentElement) languages.set(code.parentElement, language)
  }
  return languages
}

const prepareCode = (pre: HTMLElement, language: string | undefined) => {
  makeFocusable(pre, language ? `Code in ${language}` : 'Code')
  const frame = document.createElement('div')
  frame.className = 'code'
  if (language) frame.dataset.language = language
  const copy = document.createElement('button')
  copy.type = 'button'
  copy.dataset.copy = ''
  copy.setAttribute('aria-label', 'Copy code')
  pre.replaceWith(frame)
  frame.append(pre, copy)
}

const IMAGE_FILE = /\.(avif|gif|jpe?g|png|webp)(?:[?#]|$)/i

/** Links to other pages open in a new tab without a referrer. Links inside the article stay in it. */
const prepareLink = (link: HTMLAnchorElement, fragment: DocumentFragment) => {
  const href = link.getAttribute('href') ?? ''
  // The image itself opens large, from our copy.
  if (IMAGE_FILE.test(href) && link.querySelector('img')) link.removeAttribute('href')
  else if (!href.startsWith('#')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  } else if (!targetOf(fragment, href)) link.removeAttribute('href')
  else if (isFootnoteMark(link, fragment)) {
    link.setAttribute('aria-haspopup', 'dialog')
    link.dataset.footnote = ''
  }
}

/** The element that `#t1` names. */
export const targetOf = (within: ParentNode, href: string): HTMLElement | null =>
  within.querySelector<HTMLElement>(`[data-target="${CSS.escape(href.slice(1))}"]`)

/** Longer targets are sections rather than footnotes. */
const FOOTNOTE_CHARS_MAX = 2_000
const FOOTNOTE_MARK_MAX = 8
const HEADINGS = 'h1, h2, h3, h4, h5, h6'

/** The footnote that a target stands for: the target itself, or the item or paragraph around it. */
export const footnoteOf = (target: HTMLElement): HTMLElement =>
  target.closest<HTMLElement>('li, dd, aside') ?? target.closest<HTMLElement>('p, div') ?? target

/** Whether the link is a short mark that leads forward to a short text. The way back from a footnote leads backward. */
const isFootnoteMark = (link: HTMLAnchorElement, fragment: DocumentFragment): boolean => {
  const target = targetOf(fragment, link.getAttribute('href') ?? '')
  if (!target || target.closest(HEADINGS) || plain(link.textContent).length > FOOTNOTE_MARK_MAX) return false
  const isForward = link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING
  return isForward !== 0 && (footnoteOf(target).textContent ?? '').length <= FOOTNOTE_CHARS_MAX
}

/** Smaller images are icons and signs. */
const LARGE_PX = 100

const prepareImage = (image: HTMLImageElement) => {
  image.loading = 'lazy'
  image.decoding = 'async'
  image.referrerPolicy = 'no-referrer'
  if (!image.hasAttribute('alt')) image.alt = ''
  const [width, height] = ['width', 'height'].map(name => Number(image.getAttribute(name)))
  if (width && height) image.style.setProperty('--ratio', (width / height).toFixed(4))
  if (image.closest('a[href]') || Number(image.getAttribute('width') ?? LARGE_PX) < LARGE_PX) return
  image.tabIndex = 0
  image.setAttribute('role', 'button')
  image.setAttribute('aria-haspopup', 'dialog')
  image.setAttribute('aria-label', image.alt ? `Enlarge image: ${image.alt}` : 'Enlarge image')
}

/** The style sheet writes the words into the frame. */
const linkToImage = (frame: HTMLElement) => {
  const source = frame.dataset.source
  if (!source || !isWebAddress(source) || frame.closest('a')) return
  const link = document.createElement('a')
  link.href = source
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  const { alt } = frame.dataset
  link.setAttribute('aria-label', alt ? `Open the image on its page: ${alt}` : 'Open the image on its page')
  frame.append(link)
}

const outlineOf = (fragment: DocumentFragment): Heading[] => {
  const headings: Heading[] = []
  for (const element of fragment.querySelectorAll<HTMLElement>('h2, h3')) {
    const text = plain(element.textContent)
    if (text === '' || element.hidden) continue
    element.id = `part-${headings.length + 1}`
    headings.push({ id: element.id, text, level: element.localName === 'h2' ? 2 : 3 })
  }
  return headings
}
