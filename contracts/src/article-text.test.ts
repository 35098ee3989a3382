import { expect, test } from 'vitest'
import { textLengthOf } from './article-text.ts'

test.each([
  ['<p>One  two</p>\n\n<p title="a &gt; b">three</p>', 'One two three'],
  ['a<br />b &amp; &lt;c&gt; &quot;d&quot;', 'ab & <c> "d"'],
  ['<pre>x\n\ty\u00a0 z</pre>', 'x y z'],
  ['\u{1f600} e\u0301 \u00ad', '\u{1f600} e\u0301 \u00ad'],
  ['&amp;amp; &amp;lt;', '&amp; &lt;'],
  ['', ''],
])('the text of %o is %o', (html, text) => {
  expect(textLengthOf(html)).toBe(text.length)
})
