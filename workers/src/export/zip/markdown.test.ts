import { escapeHtml } from '@lectern/contracts/escape-html.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../test-support/library.ts'
import { escapeMarkdown, markdownOf } from './markdown.ts'

test.each<[string, string, string]>([
  ['paragraphs', '<p>One\n two.</p><p>Three</p>', 'One two.\n\nThree\n'],
  ['text beside blocks', 'Before<p>In</p>after', 'Before\n\nIn\n\nafter\n'],
  ['headings', '<h2>A <b>bold</b><br>one</h2>', '## A **bold** one\n'],
  ['marks', '<p><strong>a </strong>b <em> c</em> <del>d</del></p>', '**a** b *c* ~~d~~\n'],
  [
    'a link',
    '<p>See <a href="https://example.com/a_(b)"> here </a>.</p>',
    'See [here](<https://example.com/a_(b)>) .\n',
  ],
  ['a place in the page', '<p>x<a href="#t1">1</a></p>', 'x1\n'],
  ['a line break', '<p>a<br> b</p>', 'a\\\nb\n'],
  [
    'a picture',
    '<figure><img src="../images/ab.webp" alt="A [cat]"><figcaption>A cat</figcaption></figure>',
    '![A \\[cat\\]](../images/ab.webp)\n\n*A cat*\n',
  ],
  ['code', '<p><code>a ` b</code></p>', '``a ` b``\n'],
  [
    'a code block',
    '<pre><code class="language-ts">let a = `x`\n```\n</code></pre>',
    '````ts\nlet a = `x`\n```\n````\n',
  ],
  ['a quote', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b\n'],
  ['lists', '<ol start="3"><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ol>', '3. a\n   - b\n4. c\n'],
  ['numbers of items', '<ol><li value="5">a</li><li>b</li><li value="9">c</li></ol>', '5. a\n6. b\n9. c\n'],
  ['a loose list', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c\n'],
  [
    'a table',
    '<table><caption>T</caption><thead><tr><th>a</th><th>b|c</th></tr></thead><tbody><tr><td>1<br>2</td></tr></tbody></table>',
    '*T*\n\n| a | b\\|c |\n| --- | --- |\n| 1 2 |\n',
  ],
  [
    'a table with a short first row',
    '<table><tr><td>1</td></tr><tr><td>a</td><td>b</td></tr></table>',
    '| 1 |  |\n| --- | --- |\n| a | b |\n',
  ],
  [
    'bars in code and formulas of a table',
    '<table><tr><td><code>a|&lt;b&gt;\\</code></td><td><code>c</code></td><td><span data-math="inline">|x|\\|y\\|\\\\|</span></td><td><a href="https://example.com/?a=|`">d</a></td></tr></table>',
    '| <code>a\\|\\<b\\>\\\\</code> | `c` | $\\|x\\|\\Vert y\\Vert \\\\\\|$ | [d](https://example.com/?a=%7C%60) |\n| --- | --- | --- | --- |\n',
  ],
  ['code beside code', '<p><code>a</code><span><code>b ` &lt;i&gt;</code></span></p>', '`a` ``b ` <i>``\n'],
  ['bars in code elsewhere', '<p><code>a|b</code></p>', '`a|b`\n'],
  [
    'a formula that is HTML, code or a link elsewhere',
    '<p><span data-math="inline">&lt;img src=x&gt; x &lt; y ` ![a](https://example.com/)</span></p>',
    '$\\lt img src=x> x < y \\lq ![a] (https://example.com/)$\n',
  ],
  ['code that begins and ends with spaces', '<p>a<code> b </code><code> c</code></p>', 'a` b ` ` c`\n'],
  ['empty lines around code', '<pre>\n\n a\n\nb\n\n</pre>', '```\n\n a\n\nb\n```\n'],
  [
    'a link after an exclamation',
    '<p>Look!<a href="https://example.com/">here</a></p>',
    'Look\\![here](https://example.com/)\n',
  ],
  [
    'a list with a number of many digits',
    '<ol start="99999999999999999999999"><li>a</li></ol>',
    '999999999. a\n',
  ],
  ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', '**a**\n\n- b\n'],
  ['code of a definition', '<dl><dd><pre>&lt;b&gt;\n\nc</pre></dd></dl>', '- ```\n  <b>\n\n  c\n  ```\n'],
  ['formulas', '<p>Let <span data-math="inline">x_1*y</span></p>', 'Let $x_1*y$\n'],
  ['ruby', '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>', '漢(kan)\n'],
  [
    'signs of Markdown in a text',
    '<p># a</p><p>1. b</p><p>- c *d* [e] &lt;f&gt;</p>',
    '\\# a\n\n1\\. b\n\n\\- c \\*d\\* \\[e\\] \\<f\\>\n',
  ],
  ['blocks inside of a link', '<a href="https://example.com/"><p>a</p></a>', 'a\n'],
  ['small signs', '<p>H<sub>2</sub>O</p>', 'H<sub>2</sub>O\n'],
  ['nothing', '<p> </p><ul></ul><h2></h2>', '\n'],
])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown === '\n' ? '' : markdown))

test('any text of a page stays text', () => {
  fc.assert(
    fc.property(anyText, text => {
      const markdown = markdownOf(`<p>${escapeHtml(text)}</p>`)
      expect(markdown.replace(/\\[\\`*_[\]<>~|$&#+=.)-]/g, '')).not.toMatch(/[`*_[\]<>~|$]/)
      const back = markdown.replace(/\\([\\`*_[\]<>~|$&#+=.)-])/g, '$1').replace(/\\\n/g, '\n')
      expect(back.replace(/\s+/g, ' ').trim()).toBe(text.replace(/\s+/g, ' ').trim())
    }),
  )
})

test('escaped text has no sign that begins a mark', () =>
  expect(escapeMarkdown('*a* <b> [c](d) ~~e~~ `f`')).toBe('\\*a\\* \\<b\\> \\[c\\](d) \\~\\~e\\~\\~ \\`f\\`'))

const repeat = (piece: string, count: number) => piece.repeat(count)
const within = (begin: string, end: string, depth: number, inner: string) =>
  `${repeat(begin, depth)}${inner}${repeat(end, depth)}`
const lines = `<pre>a${repeat('\nb', 100_000)}</pre>`

/** Each would take hours, or gigabytes, if its cost grew faster than the page. */
test.each<[string, string]>([
  ['code that begins with a space', `<p>a <code> ${repeat('a', 1_000_000)}</code> b</p>`],
  ['code with empty lines', `<pre>a${repeat('\n', 1_000_000)}b</pre>`],
  ['code with many backticks', `<p><code>${repeat('` a', 300_000)}</code></p>`],
  [
    'a table with one long row',
    `<table><tr>${repeat('<td>a</td>', 20_000)}</tr>${repeat('<tr><td>b</td></tr>', 14_000)}</table>`,
  ],
  ['code in many quotes', within('<blockquote>', '</blockquote>', 200, lines)],
  ['code in many lists', within('<ol start="999999999"><li>', '</li></ol>', 100, lines)],
])('the Markdown of %s is not much longer than its HTML', (_, html) =>
  expect(markdownOf(html).length).toBeLessThan(3 * html.length),
)
