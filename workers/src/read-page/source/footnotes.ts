import { classesOf, nearest, type PageDocument, type PageElement, rename, textOf } from '../dom.ts'

const noteClass = /(^|[\s_-])(footnotes?|endnotes?|references?|reflist)(\s|$|[_-])/i
const isNotes = (element: PageElement) =>
  noteClass.test(classesOf(element)) || /^doc-(footnote|endnote)s?$/.test(element.getAttribute('role') ?? '')

/**
 * Readability drops every `<footer>` and `<aside>`, and some pages keep their footnotes there. Where a mark in the text leads to
 * one of them, it becomes a section. Needs the marks of `targets`.
 */
export function footnotes(document: PageDocument): void {
  const referred = new Set(
    [...document.querySelectorAll('[data-refers]')]
      .filter(isNoteMark)
      .map(link => link.getAttribute('data-refers')),
  )
  const looked = new Set<PageElement>()
  for (const note of document.querySelectorAll('[data-target]')) {
    if (!referred.has(note.getAttribute('data-target'))) continue
    const dropped = nearest(note, element => element.tagName === 'FOOTER' || element.tagName === 'ASIDE')
    if (!dropped || looked.has(dropped)) continue
    looked.add(dropped)
    // The footer of a whole page holds more than the notes.
    if (isNotes(dropped) || dropped === note || textOf(dropped).length < 2 * notesLength(dropped)) {
      const section = rename(document, dropped, 'section')
      section.setAttribute('class', 'article-notes')
    }
  }
}

/** `[1]`, `1`, `*` or `note 1` in the text. */
const isNoteMark = (link: PageElement) =>
  /^\W{0,2}(note )?(\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§])?\W{0,2}$/i.test(textOf(link)) ||
  nearest(link, element => element.tagName === 'SUP') !== null

const notesLength = (element: PageElement) =>
  [...element.querySelectorAll('[data-target]')].reduce((sum, note) => sum + textOf(note).length, 0)
