import { describe, expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const prose = `<p>${'The harbour lay still under the morning fog, and nobody spoke. '.repeat(4)}</p>`
const article = (inner: string) => `<article>${prose.repeat(4)}${inner}${prose.repeat(4)}</article>`
const repeated = (piece: string) => (length: number) => piece.repeat(length / piece.length)
const inArticle = (piece: string) => (length: number) => article(repeated(piece)(length))
const attributes = (length: number) => Array.from({ length: length / 8 }, (_, n) => `a${n}=x`).join(' ')
const distinctWords = (length: number) => Array.from({ length: length / 8 }, (_, n) => `word${n}`).join(' ')

/** Pages of a given length, by their content. */
const pages: Record<string, (length: number) => string> = {
  'html tags that do not end': repeated('<html '),
  'ends of html tags that do not end': repeated('</html '),
  'doctypes that do not end': repeated('<!doctype '),
  'meta tags that do not end': repeated('<meta '),
  'links that do not end': repeated('<a '),
  'titles that do not end': repeated('<title'),
  'comments that do not end': repeated('<!--'),
  comments: inArticle('<!---->'),
  'declarations of character data': inArticle('<![CDATA[]]>'),
  'tag brackets': inArticle('<'),
  ampersands: inArticle('&'),
  'character references': inArticle('&#38;'),
  'end tags alone': inArticle('</b></p>'),
  paragraphs: inArticle(`<p>${'word, '.repeat(20)}</p>`),
  'breaks for paragraphs': inArticle('text<br><br>'),
  'a list of own links': length =>
    article(`<ul>${repeated('<li><a href="/x">own page</a></li>')(length)}</ul>`),
  'blocks of the site': length => article(`<div>${repeated('<p>Advertisement</p>')(length)}</div>`),
  'link lines': inArticle('<p><a href="/x">own page, of four words</a></p>'),
  'named parts': inArticle(`<div class="related"><p class="date">${'word, '.repeat(25)}</p></div>`),
  'cards with headings that are links': inArticle(
    '<div class=c><h2><a href="/x">Card</a></h2><p>Text</p></div>',
  ),
  captions: inArticle('<p class=caption>Text</p><em>x</em>'),
  'links to one place': length => article(`<h2 id=a>A</h2>${repeated('<a href="#a">b</a> ')(length)}`),
  'footnotes in an aside': length =>
    article(`<sup><a href="#n">1</a></sup><aside>${repeated('<p id=n>note</p>')(length)}</aside>`),
  formulas: inArticle('<math><mi>x</mi></math>'),
  'formulas in one drawing': length =>
    article(`<div class="katex">${repeated('<math alttext="x"></math>')(length)}</div>`),
  'a formula of many parts': length => article(`<math>${repeated('<mi>x</mi>')(length)}</math>`),
  'lists that are lost': inArticle('<ul><li>x</li></ul><p>y</p>'),
  'code in lines': length => article(`<pre>${repeated('<div>x</div>')(length)}</pre>`),
  'lazy images': inArticle(
    '<img data-src="/a.jpg" srcset="/b.jpg 1x, /c.jpg 2x"><noscript><img src=d.jpg></noscript>',
  ),
  menus: inArticle('<nav><a href=/x>x</a></nav>'),
  'hidden parts in a nest': length =>
    article(repeated(`${'<div style="opacity:0">'.repeat(50)}${'</div>'.repeat(50)}word `)(length)),
  'elements of its own in one': length => article(`<x-a>${repeated('<x-b>word</x-b> and ')(length)}</x-a>`),
  'elements of its own in a nest': length =>
    article(repeated(`${'<x-a>'.repeat(50)}word${'</x-a>'.repeat(50)}`)(length)),
  'details in details': length =>
    article(repeated(`${'<details><summary>a</summary>'.repeat(20)}b${'</details>'.repeat(20)}`)(length)),
  'shadow roots of one host': length =>
    article(`<x-a>${repeated('<template shadowrootmode=open><p>a</p></template>')(length)}</x-a>`),
  'shadow roots in a nest': length =>
    article(
      repeated(`${'<x-a><template shadowrootmode=open>'.repeat(20)}a${'</template></x-a>'.repeat(20)}`)(
        length,
      ),
    ),
  'slots and what they hold': length =>
    article(
      `<x-a><template shadowrootmode=open>${repeated('<slot name=a></slot>')(length / 2)}</template>${repeated('<i slot=a>b</i>')(length / 2)}</x-a>`,
    ),
  'asides in a row': inArticle('<aside>word</aside>'),
  'code of many lines without pre': length => article(`<p>${repeated('<code>a</code><br>')(length)}</p>`),
  'players in one frame': length =>
    article(
      `<div>${repeated('<iframe src=https://www.youtube.com/embed/abcdefghijk></iframe>')(length)}</div>`,
    ),
  'players in a nest of frames': length =>
    article(
      repeated(
        `${'<div>'.repeat(50)}<iframe src=https://www.youtube.com/embed/abcdefghijk></iframe>${'</div>'.repeat(50)}`,
      )(length),
    ),
  'drawings in drawings': length =>
    article(repeated(`${'<svg><g>'.repeat(20)}${'</g></svg>'.repeat(20)}`)(length)),
  'drawings in one line': length => article(`<p>${repeated('<img src=/a.svg alt=b> ')(length)}</p>`),
  'bodies in bodies': length => repeated('<body><p>word')(length),
  'forms in forms': repeated('<form><input type=password>'),
  'elements that one parser takes for text': inArticle('<plaintext>'),
  'images without an address': inArticle(`<img>${'word '.repeat(10)}`),
  'a nest': length => article(`${'<div>'.repeat(200)}${repeated('word, ')(length)}`),
  'one text': length => article(`<p>${repeated('word, ')(length)}</p>`),
  'one word': length => article(`<p>${repeated('a')(length)}</p>`),
  'one text of blanks': length => article(`<p>a${repeated(' ')(length)}b</p>`),
  'one text of empty lines': length => article(`<pre>a${repeated(' \n')(length)}b</pre>`),
  'one text without spaces': length => article(`<p>${repeated('สวัสดีชาวโลก')(length)}</p>`),
  'a title of two lines': length => `<title>${repeated('a')(length)}\nb | c</title>${article('')}`,
  'headings of other words': length =>
    article(`<h1>${distinctWords(length)}</h1><h2>${distinctWords(length)} more</h2>`),
  'metadata of other words': length =>
    `<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Article',
      name: distinctWords(length / 2),
      headline: `${distinctWords(length / 2)} more`,
    })}</script>${article('')}`,
  'an element of many attributes': length => article(`<p ${attributes(length)}>x</p>`),
  'a root of many attributes': length => `<html ${attributes(length)}>${article('')}`,
  'an attribute of classes': length => article(`<p class="${repeated('a ')(length)}">x</p>`),
  'tags in tags that are taken out': inArticle('<</html>div>'),
  'an attribute of image addresses': length =>
    article(`<img class=lazy data-x="${repeated('.jpg')(length)} b">`),
  'an attribute of a name that every object has': length =>
    article(`<img class=lazy constructor="${repeated('.jpg')(length)} b">`),
  'a set of images without an end': length => article(`<img src=x.png srcset="${repeated('a')(length)} b">`),
  'a name of blanks': length => `<meta property="${repeated(' ')(length)}x" content=a>${article('')}`,
  'a mail address of comments': length => article(`<a href="mailto:${repeated('<!---->')(length)}">x</a>`),
  'an image in its address': length => article(`<img src="data:image/png;base64,${repeated(' ')(length)}">`),
  'a language': length => `<html lang="${repeated('a-')(length)}">${article('')}`,
  'a date': length => `<meta name=date content="${repeated('2024 (')(length)}">${article('')}`,
}

const parts = 16
const length = 20_000

/** Processor time in µs, so that other processes on the machine do not count. */
function cost(html: string, times: number): number {
  const page = { url: 'https://example.com/', contentType: 'text/html', body: Buffer.from(html) }
  const before = process.threadCpuUsage()
  for (let n = 0; n < times; n += 1) readPage(page, new Set())
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

describe('a page of 16 parts costs at most 5 times as much as 16 pages of one part', () => {
  // Some pages are refused too fast to measure, so an ordinary page is the least.
  const ordinary = cost(article(repeated(prose)(length)), parts)

  test.each(Object.entries(pages))('%s', (_, ofLength) => {
    const isWithin = () => cost(ofLength(length * parts), 1) < 5 * (ordinary + cost(ofLength(length), parts))
    // A turn of the compiler or of the collector may fall into one measurement.
    expect(isWithin() || isWithin() || isWithin()).toBe(true)
  })
})
