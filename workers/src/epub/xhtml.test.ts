import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyHtml, readXml, sanitised } from '../test-support/books.ts'
import { toXhtml } from './xhtml.ts'
import { isElement, parseHtml, textOfXml, writeXml, type XmlNode, xmlText } from './xml.ts'

const xhtmlOf = (html: string): string => writeXml(toXhtml(sanitised(html), () => undefined).nodes)

test.each([
  ['an open element', '<p>Fog<br>and <b>mist', '<p>Fog<br/>and <b>mist</b></p>'],
  ['named characters', '<p>a&nbsp;b &copy; &lt;i&gt;</p>', '<p>a\u00a0b © &lt;i&gt;</p>'],
  ['characters that XML forbids', '<p>a&#1;b\u0008c\uffff</p>', '<p>abc</p>'],
  ['a language', '<p lang="ZH-hant">霧</p>', '<p lang="zh-Hant" xml:lang="zh-Hant">霧</p>'],
  ['a direction', '<p dir="rtl">ضباب <bdi>fog</bdi></p>', '<p dir="rtl">ضباب <bdi>fog</bdi></p>'],
  ['headings', '<h1>One</h1><h3>Two</h3>', '<h2 id="h1">One</h2><h3 id="h2">Two</h3>'],
  [
    'code',
    '<pre><code class="language-c++ x">a &lt; b\n  c</code></pre>',
    '<pre><code class="language-c++">a &lt; b\n  c</code></pre>',
  ],
  [
    'a table without sections',
    '<table><caption>Tides</caption><tr><th scope="row">High</th><td colspan="2">6</td></tr></table>',
    '<table><caption>Tides</caption><tbody><tr><th scope="row">High</th><td colspan="2">6</td></tr></tbody></table>',
  ],
  [
    'footnotes',
    '<p>Fog<sup><a href="#t1">1</a></sup> <a href="#t2">lost</a></p><ol><li data-target="t1">Mist</li></ol>',
    '<p>Fog<sup><a href="#t1">1</a></sup> <span>lost</span></p><ol><li id="t1">Mist</li></ol>',
  ],
  [
    'formulas',
    '<p>So <span data-math="inline">a^2 &lt; b</span>.</p>',
    '<p>So <span class="math">a^2 &lt; b</span>.</p>',
  ],
  ['ruby', '<p><ruby>霧<rt>きり</rt></ruby></p>', '<p><ruby>霧<rp>(</rp><rt>きり</rt><rp>)</rp></ruby></p>'],
  ['items without a list', '<li>One</li> <li>Two</li>', '<ul><li>One</li><li>Two</li></ul>'],
  ['a list with loose texts', '<ul>loose<li>One</li></ul>', '<ul><li>loose</li><li>One</li></ul>'],
  ['a block in emphasis', '<b>one <div>two</div> three</b>', '<b>one </b><div>two</div><b> three</b>'],
  [
    'a link around blocks',
    '<a href="https://a.example/"><div>x</div></a>',
    '<a href="https://a.example/"><div>x</div></a>',
  ],
  ['a link to nowhere around blocks', '<a href="#t9"><div>x</div></a>', '<div><div>x</div></div>'],
  ['a block in a heading', '<h2>One<div>two</div></h2>', '<h2 id="h1">One<br/>two</h2>'],
  ['an odd time', '<p><time datetime="soon">Soon</time></p>', '<p>Soon</p>'],
  [
    'a picture that is missing',
    '<p><img src="/a.png" alt="A gull"></p>',
    '<p><a href="https://www.daily.example/a.png" class="missing">A gull</a></p>',
  ],
])('%s', (_, html, xhtml) => {
  expect(xhtmlOf(html)).toBe(xhtml)
})

/** The characters of a tree in no order: captions and feet of tables change places. Brackets of ruby come and go. */
const lettersOf = (nodes: readonly XmlNode[]): string =>
  [...xmlText(textOfXml(nodes)).replace(/\s/g, '')].toSorted().join('')
const withoutBrackets = (nodes: readonly XmlNode[]): XmlNode[] =>
  nodes
    .filter(node => !isElement(node) || node.name !== 'rp')
    .map(node => (isElement(node) ? { ...node, children: withoutBrackets(node.children) } : node))

test('any sanitised HTML gives well-formed XHTML that keeps its words', () => {
  fc.assert(
    fc.property(anyHtml, html => {
      const stored = sanitised(html.replaceAll('rp', 'i'))
      const { nodes } = toXhtml(stored, () => 'left-out')
      readXml(`<body xmlns="http://www.w3.org/1999/xhtml">${writeXml(nodes)}</body>`)
      expect(lettersOf(withoutBrackets(nodes))).toBe(lettersOf(parseHtml(stored)))
    }),
    { numRuns: 2_000 },
  )
})
