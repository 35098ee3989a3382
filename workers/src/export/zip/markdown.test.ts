import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml } from '../escape.ts'
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
  ['a loose list', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c\n'],
  [
    'a table',
    '<table><caption>T</caption><thead><tr><th>a</th><th>b|c</th></tr></thead><tbody><tr><td>1<br>2</td></tr></tbody></table>',
    '*T*\n\n| a | b\\|c |\n| --- | --- |\n| 1 2 |  |\n',
  ],
  ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', '**a**\n\n:   b\n'],
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
