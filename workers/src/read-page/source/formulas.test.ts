import { describe, expect, test } from 'vitest'
import { prepared, stored } from '../../test-support/articles.ts'

const mathml = (tex: string, attributes = '') =>
  `<math${attributes}><semantics><mrow><mi>a</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`

describe('formulas with TeX', () => {
  test.each([
    ['MathML with an annotation', mathml('a^2')],
    ['the alternative text of MathML', '<math alttext="a^2"><mi>a</mi></math>'],
    [
      'KaTeX',
      `<span class="katex"><span class="katex-mathml">${mathml('a^2')}</span><span class="katex-html" aria-hidden="true">a2</span></span>`,
    ],
    [
      'Wikipedia',
      `<span class="mwe-math-element"><span style="display: none">${mathml('{\\displaystyle a^2}')}</span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle a^2}" src="/x.svg"></span>`,
    ],
    [
      'MathJax 2',
      '<span class="MathJax_Preview">a2</span><span class="MathJax">a2</span><script type="math/tex">a^2</script>',
    ],
    [
      'MathJax 3',
      `<mjx-container class="MathJax"><svg></svg><mjx-assistive-mml>${mathml('a^2')}</mjx-assistive-mml></mjx-container>`,
    ],
    ['an image of WordPress', '<img class="latex" alt="a^2" src="https://s0.wp.com/latex.php?latex=a%5E2">'],
  ])('are kept from %s', (_, html) => {
    expect(prepared(`<p>So ${html} holds.</p>`)).toBe('<p>So <span data-math="inline">a^2</span> holds.</p>')
  })

  test.each([
    ['MathML', mathml('a', ' display="block"')],
    ['KaTeX', `<span class="katex-display"><span class="katex">${mathml('a')}</span></span>`],
    ['MathJax 2', '<script type="math/tex; mode=display">a</script>'],
    ['MathJax 3', `<mjx-container display="true">${mathml('a')}</mjx-container>`],
  ])('may stand on lines of their own, in %s, and stay in their paragraph', (_, html) => {
    expect(prepared(`<p>So ${html} holds.</p>`)).toBe('<p>So <span data-math="block">a</span> holds.</p>')
  })

  test('are stored as text that no browser takes for a tag', () => {
    expect(stored(`<p>If ${mathml('a &lt;b> c')} then the harbour is still.</p>`)).toContain(
      '<p>If <span data-math="inline">a &lt;b&gt; c</span> then the harbour is still.</p>',
    )
  })

  test('of more than 10,000 characters are whole, as text', () => {
    const tex = 'a + '.repeat(2_501)
    expect(prepared(`<p>${mathml(tex)}</p>`)).toBe(`<p><span>${tex.trim()}</span></p>`)
  })

  test('several in one element stay apart', () => {
    expect(prepared(`<p class="katex">${mathml('a')} and ${mathml('b')}</p>`)).toBe(
      '<p class="katex"><span data-math="inline">a</span> and <span data-math="inline">b</span></p>',
    )
  })
})

test.each([
  ['<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>', '(a + b)/c'],
  ['<msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><msqrt><mi>y</mi></msqrt>', 'x^2 = √(y)'],
  ['<msubsup><mo>∑</mo><mn>0</mn><mi>n</mi></msubsup><mroot><mi>z</mi><mn>3</mn></mroot>', '∑_0^n√[3](z)'],
  [
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable>',
    '1, 0; 2',
  ],
  ['<mi>f</mi><mo>&#x2061;</mo><mo>(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo>', 'f(x, y)'],
  ['plain', 'plain'],
])('MathML without TeX is readable: %s', (html, text) => {
  expect(prepared(`<p><math>${html}</math></p>`)).toBe(`<p>${text}</p>`)
})

test('TeX that the page shows as text, and pictures with words, stay', () => {
  const html = '<p>Write \\(x^2\\) or $$y$$.</p><p><img alt="Boats" src="/boats.jpg"></p>'
  expect(prepared(html)).toBe(html)
})

test('a page has no formulas by our own attribute', () => {
  expect(prepared('<p><span data-math="inline">boats</span></p>')).toBe('<p><span>boats</span></p>')
})
