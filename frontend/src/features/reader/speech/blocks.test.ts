import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { segmentsOf } from './segments.ts'

const LONG = 'The harbour wakes before the town does, and nobody in the boats would have it otherwise.'

const spokenOf = (html: string) => {
  const article = document.createElement('article')
  article.innerHTML = `<p>${LONG}</p>${html}`
  return segmentsOf(blocksOf(article), 'en')
    .slice(1)
    .map(({ spoken }) => spoken)
}

test('paragraphs, list items and headings are spoken, each on its own', () => {
  const item = 'An item of a list with enough words'
  expect(
    spokenOf(`<h2>What the harbour does at night</h2><ul><li>${item}</li><li>${item}</li></ul>`),
  ).toEqual(['What the harbour does at night', item, item])
})

test('questions, their answers and the lines of an address are not joined', () => {
  const [question, answer] = [
    'Why did the buoy move in the spring?',
    'The chain was too short for the tides.',
  ]
  expect(
    spokenOf(
      `<div><p><strong>${question}</strong></p><p>${answer}</p></div><div>${answer}</div><p>${answer}<br />${question}</p>`,
    ),
  ).toEqual([question, answer, answer, answer, question])
})

test('code and a hidden title are not spoken', () => {
  expect(spokenOf(`<h2 hidden>${LONG}</h2><pre><code>${LONG}</code></pre>`)).toEqual([])
})

test('footnote marks are silent, and a formula is called one', () => {
  const html =
    '<p>The energy <span data-math="inline" data-tex="E=mc^2"><i>E</i>=…</span> is known<sup><a href="#t1">12</a></sup> to everybody here.</p>'
  expect(spokenOf(html)).toEqual(['The energy formula is known to everybody here.'])
})

test('the small letters of ruby are silent', () => {
  expect(
    spokenOf(`<p>${LONG} <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> is written there, too.</p>`),
  ).toEqual([LONG, '漢 is written there, too.'])
})
