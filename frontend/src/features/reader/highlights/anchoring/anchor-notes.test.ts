import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Note } from '../../../../data/answers.ts'
import { aHighlight } from '../../../../test-support/notes.ts'
import { anchorOf, createAnchorer } from './anchor-notes.ts'

const OLD = 'a'.repeat(64)
const NEW = 'b'.repeat(64)

const anchorNotes = (text: string, hash: string, notes: Note[]) => createAnchorer(text, hash).all(notes)

/** A highlight of the words between the brackets, as the reader makes it, and the text. */
const highlighted = (marked: string): { note: Note; text: string } => {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  return highlight(marked.replace(/[[\]]/g, ''), { start, end })
}
const highlight = (text: string, span: { start: number; end: number }) => {
  const quote = text.slice(span.start, span.end)
  const note = aHighlight({
    content: quote,
    selectedText: quote,
    position: span,
    anchor: anchorOf(text, span, OLD),
  })
  return { note, text }
}

/** The text that the note is drawn on in a newer version; null where it is an orphan. */
const drawnOn = (note: Note, text: string, hash = NEW): string | null => {
  const { anchored, orphans } = anchorNotes(text, hash, [note])
  expect(anchored.length + orphans.length).toBe(1)
  const span = anchored[0]?.span
  return span ? text.slice(span.start, span.end) : null
}

describe('a highlight', () => {
  const BEFORE = 'Position alone is fast and fragile, as everyone knows. '
  const AFTER = ' The way out is to keep both, and a little of what stood around.'

  test('in the same text is at its position, also where the words stand twice', () => {
    const { note, text } = highlighted('one word and one [word] and one word')
    expect(anchorNotes(text, OLD, [note]).anchored[0]?.span).toEqual({ start: 17, end: 21 })
  })

  test('follows its words when text comes in before it', () => {
    const { note, text } = highlighted(`${BEFORE}A [quote] alone.${AFTER}`)
    expect(drawnOn(note, `A quote is new here. ${text}`)).toBe('quote')
    expect(anchorNotes(`A quote is new here. ${text}`, NEW, [note]).anchored[0]?.span.start).toBe(
      `A quote is new here. ${BEFORE}A `.length,
    )
  })

  test('is drawn on its edited words where its context stands', () => {
    const { note } = highlighted(`${BEFORE}[A quote alone is robust until it appears twice.]${AFTER}`)
    const edited = 'A quote by itself is robust until it appears twice.'
    expect(drawnOn(note, `New. ${BEFORE}${edited}${AFTER}`)).toBe(edited)
  })

  test('is an orphan where its words were replaced, though they stand elsewhere', () => {
    const quote = 'A quote alone is robust until it appears twice.'
    const { note } = highlighted(`${BEFORE}[${quote}]${AFTER}`)
    expect(drawnOn(note, `${BEFORE}Something else stands here now.${AFTER} Much later: ${quote}`)).toBeNull()
    expect(drawnOn(note, `${BEFORE}${AFTER} Much later: ${quote}`)).toBeNull()
  })

  test('is an orphan where its words and its context stand twice', () => {
    const { note, text } = highlighted(`${BEFORE}[A quote]${AFTER}`)
    expect(drawnOn(note, `Once. ${text} Twice. ${text}`)).toBeNull()
  })

  test('without context, from an import, is found where its words stand once', () => {
    const note = aHighlight({ content: 'keep both,\nand a\u00ad little', position: null, anchor: null })
    expect(drawnOn(note, `${BEFORE}${AFTER}`)).toBe('keep both, and a little')
    expect(drawnOn(note, `${BEFORE}${AFTER}${AFTER}`)).toBeNull()
    const retyped = aHighlight({ content: '“The way out is to keep both”, and a little', anchor: null })
    expect(drawnOn(retyped, `${BEFORE}${AFTER}`)).toContain('he way out is to keep both, and a little')
  })

  test('across blocks is found whatever white space stands between them', () => {
    const { note } = highlighted(`${BEFORE}[One. Two.]${AFTER}`)
    const quoted = { ...note, content: 'One.\nTwo.', selectedText: 'One.\nTwo.' }
    expect(drawnOn(quoted, `${BEFORE}One.Two.${AFTER}`)).toBe('One.Two.')
  })

  test('is found whole where the words before it lost their last letter, which is its first one', () => {
    const quote = 'lay the book down, and look out of the window for a while.'
    const { note } = highlighted(`On the small ferry we heard a bell [${quote}]${AFTER}`)
    expect(drawnOn(note, `On the small ferry we heard a be${quote}${AFTER}`)).toBe(quote)
    expect(drawnOn(note, `On the small ferry we heard a bel${quote}${AFTER}`)).toBe(quote)
  })

  test('of a very long passage is found after edits in it', () => {
    const long = Array.from({ length: 600 }, (_, i) => `word${i}`).join(' ')
    const { note } = highlighted(`${BEFORE}[${long}]${AFTER}`)
    const edited = long.replace('word300', 'another')
    expect(drawnOn(note, `New. ${BEFORE}${edited}${AFTER}`)).toBe(edited)
  })
})

test('a note without a selection is neither drawn nor an orphan', () => {
  const note = aHighlight({ type: 'note', content: 'A thought', selectedText: null })
  expect(anchorNotes('A thought', NEW, [note])).toEqual({ anchored: [], orphans: [] })
})

test('the context does not cut an emoji in two', () => {
  const text = `${'a'.repeat(10)}👩${'b'.repeat(31)}QUOTE${'c'.repeat(31)}👩`
  const start = text.indexOf('QUOTE')
  expect(anchorOf(text, { start, end: start + 5 }, OLD)).toMatchObject({
    prefix: 'b'.repeat(31),
    suffix: 'c'.repeat(31),
  })
})

// Words that repeat, as in prose: every short quote stands in many places.
const WORDS = Array.from(
  { length: 60 },
  (_, i) => ['ka', 'lo', 'mi', 'ne', 'sut', 'tar'][i % 6] + i.toString(36),
)
const FEW_WORDS = ['yes', 'no', 'Name:', 'Value:']
const words = (from: readonly string[], maxLength: number, minLength = 0) =>
  fc.array(fc.constantFrom(...from), { minLength, maxLength }).map(list => list.join(' '))

type Edit = { at: number; length: number; insert: string }
const edits = (maxLength = 4): fc.Arbitrary<Edit[]> =>
  fc.array(fc.record({ at: fc.nat(), length: fc.nat(40), insert: words(WORDS, 6) }), { maxLength })
const edited = (text: string, list: readonly Edit[]) =>
  list.reduce((now, { at, length, insert }) => {
    const place = at % (now.length + 1)
    return now.slice(0, place) + insert + now.slice(place + length)
  }, text)

const article = (from: readonly string[], quoteWords: number) =>
  fc.record({
    before: words(from, 150).map(text => `${text} `),
    quote: words(from, quoteWords, 1),
    after: words(from, 150).map(text => ` ${text}`),
  })
const noteOf = ({ before, quote, after }: { before: string; quote: string; after: string }) =>
  highlight(before + quote + after, { start: before.length, end: before.length + quote.length }).note
const spanIn = (text: string, note: Note) => anchorNotes(text, NEW, [note]).anchored[0]?.span

describe('after random edits', () => {
  const NEAR = 40

  test('outside the quote, that leave the words beside it alone, the highlight is kept', () => {
    fc.assert(
      fc.property(article(WORDS, 12), edits(), edits(), (parts, early, late) => {
        const before = edited(parts.before.slice(0, -NEAR), early) + parts.before.slice(-NEAR)
        const after = parts.after.slice(0, NEAR) + edited(parts.after.slice(NEAR), late)
        fc.pre(parts.before.length > NEAR && parts.after.length > NEAR)
        expect(spanIn(before + parts.quote + after, noteOf(parts))).toEqual({
          start: before.length,
          end: before.length + parts.quote.length,
        })
      }),
      { numRuns: 2_000 },
    )
  })

  test('anywhere outside the quote, the highlight of a sentence is kept', () => {
    fc.assert(
      fc.property(article(WORDS, 14), edits(), edits(), (parts, early, late) => {
        const before = edited(parts.before, early)
        const after = edited(parts.after, late)
        const text = before + parts.quote + after
        fc.pre(parts.quote.length > 40)
        expect(spanIn(text, noteOf(parts))).toEqual({
          start: before.length,
          end: before.length + parts.quote.length,
        })
      }),
      { numRuns: 2_000 },
    )
  })

  for (const [kind, vocabulary] of Object.entries({ prose: WORDS, 'a form that repeats itself': FEW_WORDS }))
    test(`in the quote, the highlight is never drawn on other text of ${kind}`, () => {
      fc.assert(
        fc.property(article(vocabulary, 12), edits(), words(vocabulary, 8), (parts, inside, replaced) => {
          for (const quote of [edited(parts.quote, inside), replaced]) {
            const span = spanIn(parts.before + quote + parts.after, noteOf(parts))
            if (!span) continue
            expect(span.end).toBeGreaterThan(parts.before.length)
            expect(span.start).toBeLessThan(parts.before.length + quote.length)
          }
        }),
        { numRuns: 2_000 },
      )
    })
})
