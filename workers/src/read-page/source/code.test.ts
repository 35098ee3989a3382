import { describe, expect, test } from 'vitest'
import { prepared, stored } from '../../test-support/articles.ts'

const block = '<pre><code class="language-ts">let a = 1\nlet b = 2</code></pre>'

describe('code blocks', () => {
  test.each([
    [
      'a class of the code',
      '<pre><code class="language-ts hljs"><span class="k">let</span> a = 1\nlet b = 2</code></pre>',
    ],
    ['a class of the block', '<pre class="lang-ts"><code>let a = 1\nlet b = 2</code></pre>'],
    [
      'GitHub',
      '<div class="highlight highlight-source-ts"><pre><span>let</span> a = 1\nlet b = 2</pre></div>',
    ],
    [
      'an attribute',
      '<pre data-language="ts"><code><div class="line">let a = 1</div><div class="line">let b = 2</div></code></pre>',
    ],
    ['SyntaxHighlighter', '<pre class="brush: ts; gutter: false">let a = 1<br>let b = 2</pre>'],
    [
      'a table with line numbers',
      '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre class="language-ts">let a = 1\nlet b = 2</pre></td></tr></table>',
    ],
    [
      'a button and line numbers',
      '<pre class="language-ts"><button>Copy</button><code>let a = 1\nlet b = 2</code><span class="line-numbers-rows"><span>1</span></span></pre>',
    ],
  ])('have their language and their text from %s', (_, html) => {
    // Sanitising drops the attributes of the block.
    const made = prepared(html).replace(/^<div[^>]*>|<\/div>$/g, '')
    expect(made.replace(/<pre[^>]*>/, '<pre>')).toBe(block)
  })

  test('are stored with the class of their language and no other', () => {
    expect(stored(block.replace('language-ts', 'language-ts hljs dark'))).toContain(block)
  })

  test.each([
    '<pre>  /\\\n /__\\</pre>',
    '<pre><img src="/a.png"></pre>',
    '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ])('that are plain, and tables, stay as they are: %s', html => {
    expect(prepared(html)).toBe(html)
  })
})

describe('code that is in no pre', () => {
  test.each([
    ['lines of the source, alone in its paragraph', '<p><code>npm ci\nnpm test</code></p>', ''],
    ['breaks', '<div><code class="language-sh">npm ci<br>npm test</code></div>', ' class="language-sh"'],
    ['an element for each line', '<p><code>npm ci</code><br><code>npm test</code></p>', ''],
    ['a style', '<div style="font-family: monospace; white-space: pre">npm ci\nnpm test\n</div>', ''],
    ['a style of the code', '<p><code style="white-space:pre-wrap">npm ci\nnpm test</code></p>', ''],
  ])('gets one: %s', (_, html, name) => {
    expect(prepared(html)).toBe(`<pre><code${name}>npm ci\nnpm test</code></pre>`)
  })

  test.each([
    ['a word in a sentence', '<p>Run <code>npm ci</code> first.</p>'],
    ['a line alone', '<p><code>npm ci</code></p>'],
    ['a line of the source that is broken', '<p>Run <code>npm\nci</code> first.</p>'],
    ['a style that breaks no line', '<p style="white-space: nowrap">npm\nci</p>'],
    ['a style of a whole text', '<div style="white-space: pre-wrap"><p>One.</p>\n<p>Two.</p></div>'],
    ['code in a cell', '<table><tbody><tr><td><code>a<br>b</code></td></tr></tbody></table>'],
  ])('stays as it is: %s', (_, html) => {
    expect(prepared(html)).toBe(html)
  })
})
