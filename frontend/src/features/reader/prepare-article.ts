import DOMPurify, { type Config } from 'dompurify'

export type Heading = { id: string; text: string; level: 2 | 3 }
export type Prepared = { fragment: DocumentFragment; headings: Heading[] }

const FORMS = ['form', 'input', 'button', 'select', 'textarea', 'dialog']
/** Elements that may make the browser contact another host before a click. */
const REACHING_OUT = ['link', 'meta', 'base', 'map', 'area', 'video', 'audio', 'source', 'track', 'template']

/** Removes classes and styles, which our style sheet would apply to, and forms and frames. `rel` is replaced below. */
const POLICY: Config & { RETURN_DOM_FRAGMENT: true } = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', ...FORMS, ...REACHING_OUT],
  FORBID_ATTR: [
    'style',
    'class',
    'id',
    'name',
    'tabindex',
    'autofocus',
    'rel',
    'ping',
    'background',
    'srcset',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
}

/** Sanitises an article's HTML a second time, and prepares it: an outline, scrolling tables and code, safe links, lazy images. */
export const prepareArticle = (html: string, title: string): Prepared => {
  if (!DOMPurify.isSupported) throw new Error('this browser cannot sanitise HTML')
  const fragment = DOMPurify.sanitize(html, POLICY)
  dropRepeatedTitle(fragment, title)
  for (const heading of fragment.querySelectorAll('h1')) rename(heading, 'h2')
  for (const table of fragment.querySelectorAll('table')) makeScrollable(table)
  for (const pre of fragment.querySelectorAll('pre')) makeFocusable(pre, 'Code')
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer nofollow')
  }
  for (const image of fragment.querySelectorAll('img')) {
    image.loading = 'lazy'
    image.decoding = 'async'
    image.referrerPolicy = 'no-referrer'
    if (!image.hasAttribute('alt')) image.alt = ''
  }
  return { fragment, headings: outlineOf(fragment) }
}

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

const dropRepeatedTitle = (fragment: DocumentFragment, title: string) => {
  const first = fragment.querySelector('h1, h2')
  if (first && plain(first.textContent).toLowerCase() === plain(title).toLowerCase()) first.remove()
}

const rename = (element: Element, name: string) => {
  const renamed = document.createElement(name)
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

const outlineOf = (fragment: DocumentFragment): Heading[] => {
  const headings: Heading[] = []
  for (const element of fragment.querySelectorAll('h2, h3')) {
    const text = plain(element.textContent)
    if (text === '') continue
    element.id = `part-${headings.length + 1}`
    headings.push({ id: element.id, text, level: element.localName === 'h2' ? 2 : 3 })
  }
  return headings
}
