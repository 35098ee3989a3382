import { ANCHOR_CONTEXT_MAX } from '@lectern/contracts/limits.ts'
import type { Note } from '../../../../data/answers.ts'
import type { Span } from '../../../../parts/article-text/article-text.ts'
import { findPlace } from './find-place.ts'
import { squeeze, squeezeText } from './squeeze.ts'

export type AnchoredNote = { readonly note: Note; readonly span: Span }

export type Anchored = {
  /** In the order of the text. */
  readonly anchored: readonly AnchoredNote[]
  /** Notes on a selection whose place in this text is not certain. */
  readonly orphans: readonly Note[]
}

/** The part of the note's text that stood in the article; null for a note without a selection. */
export const quoteOf = ({ type, selectedText, content }: Note): string | null =>
  selectedText ?? (type === 'note' ? null : content)

/** Finds the places of notes in one text, and remembers those that it has found. `contentHash` is the version of the text. */
export const createAnchorer = (text: string, contentHash: string | null) => {
  const squeezed = squeezeText(text)
  const found = new Map<string, Span | null>()

  const find = (quote: string, { position, anchor }: Note): Span | null => {
    const place = findPlace(squeezed.text, {
      quote: squeeze(quote),
      context: anchor && { prefix: squeeze(anchor.prefix), suffix: squeeze(anchor.suffix) },
      start: position && squeezed.fromOffset(position.start),
      isSameText: anchor !== null && anchor.contentHash === contentHash,
    })
    return place && { start: squeezed.toOffset(place.start), end: squeezed.toOffset(place.end - 1) + 1 }
  }

  /** null for a note without a selection, and where the place is not certain. */
  const spanOf = (note: Note): Span | null => {
    const quote = quoteOf(note)
    if (quote === null) return null
    const key = JSON.stringify([quote, note.position, note.anchor])
    const known = found.get(key)
    if (known !== undefined) return known
    const span = find(quote, note)
    found.set(key, span)
    return span
  }

  return {
    spanOf,
    all: (notes: readonly Note[]): Anchored => {
      const anchored: AnchoredNote[] = []
      const orphans: Note[] = []
      for (const note of notes) {
        const span = spanOf(note)
        if (span) anchored.push({ note, span })
        else if (quoteOf(note) !== null) orphans.push(note)
      }
      return { anchored: anchored.sort((one, other) => one.span.start - other.span.start), orphans }
    },
  }
}

/** The facts that a note keeps of a span of the text. */
export const anchorOf = (text: string, { start, end }: Span, contentHash: string) => ({
  prefix: wholeCharacters(text.slice(Math.max(0, start - ANCHOR_CONTEXT_MAX), start)),
  suffix: wholeCharacters(text.slice(end, end + ANCHOR_CONTEXT_MAX)),
  contentHash,
})

/** The cut may have left half of a surrogate pair at either end. */
const wholeCharacters = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
