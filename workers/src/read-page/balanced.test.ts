import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { prose } from '../test-support/articles.ts'
import type { PageElement } from './dom.ts'
import { withRightEndTags } from './end-tags.ts'
import { readPage } from './read-page.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/pages/${name}`, import.meta.url), 'utf8')

const read = (html: string) =>
  readPage(
    {
      url: 'https://www.daily.example/fog',
      contentType: 'text/html; charset=utf-8',
      body: Buffer.from(html),
    },
    new Set(),
  )

/** The elements of stored HTML as its tags say, each with its depth. @throws where an end tag ends another element */
function elementsOfTags(html: string): string[] {
  const open: string[] = []
  const found: string[] = []
  for (const [tag, isEnd, name = '', isEmpty] of html.matchAll(/<(\/?)([a-z\d]+)[^>]*?(\/?)>/g)) {
    if (isEnd) {
      const ended = open.pop()
      if (ended !== name) throw new Error(`${tag} ends <${ended}>`)
      continue
    }
    found.push(`${open.length} ${name}`)
    if (!isEmpty) open.push(name)
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> has no end`)
  return found
}

/** The elements that a parser finds, each with its depth. */
function elementsOfTree(html: string): string[] {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  const found: string[] = []
  const visit = (element: PageElement, depth: number) => {
    for (const child of element.children) {
      found.push(`${depth} ${child.tagName.toLowerCase()}`)
      visit(child, depth + 1)
    }
  }
  visit(document.body as unknown as PageElement, 0)
  return found
}

const expectBalanced = (html: string) => {
  expect(elementsOfTree(html)).toEqual(elementsOfTags(html))
  expect(withRightEndTags(html)).toBe(html)
}

test.each(['dropped-images.html', 'dropped-badge.html'])('%s is stored balanced', name => {
  const result = read(fixture(name))
  if (result.kind !== 'read') throw new Error(result.reason)
  expectBalanced(result.html)
})

const pieces = [
  '<img src="/a.svg" alt="a">',
  '<img>',
  '<img src="data:text/html,x">',
  '<img src="http://127.0.0.1/a.png">',
  '<picture><source srcset="/a.svg"><img src=" "></picture>',
  '<a href="javascript:x">',
  '<a href="/b">',
  '</a>',
  '<b>',
  '</b>',
  '<i>italic</i>',
  '<p>',
  '</p>',
  '</image>',
  '<image>',
  '<svg><image href="/a.png"/></svg>',
  '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
  '<video src="/a.mp4">',
  '<ul><li>one',
  '</ul>',
  '<table><tr><td>cell',
  '</table>',
  '<blockquote>',
  '</blockquote>',
  '<div>',
  '</div>',
  '<font>',
  '<x-note>note',
  '<details><summary>s',
  '<template shadowrootmode="open">',
  '<wbr>',
  '<!-- > -->',
  '&lt;b>',
]

test('a video in a paragraph with a picture that is dropped is stored balanced', () => {
  const video = '<p><image><video src="/a.mp4"></video></p><p>Look <video src="/b.mp4"></video> at it.</p>'
  const result = read(`<title>Fog</title><article>${prose.repeat(8)}${video}</article>`)
  if (result.kind !== 'read') throw new Error(result.kind)
  expectBalanced(result.html)
  expect(result.html).toContain('a.mp4')
  expect(result.html).toContain('b.mp4')
})

describe('whatever is dropped, a stored article has the tree that its tags say', () => {
  const tags = /(?=<[a-z/])/
  const pages = [
    'dropped-images.html',
    'embeds.html',
    'old-blocks.html',
    'svg-pictures.html',
    'details.html',
  ].map(name => fixture(name).split(tags))
  pages.push(`<title>Fog</title><article>${prose.repeat(8)}</article>`.split(tags))

  test('with pieces put in, taken out and moved', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      piece: fc.constantFrom(...pieces),
      drops: fc.nat(2),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...pages),
        fc.array(change, { minLength: 1, maxLength: 12 }),
        (page, changes) => {
          const mutated = [...page]
          for (const { at, piece, drops } of changes) {
            mutated.splice(Math.floor(at * mutated.length), drops, piece)
          }
          const result = read(mutated.join(''))
          if (result.kind === 'read') expectBalanced(result.html)
        },
      ),
      { numRuns: 150 },
    )
  })
})
