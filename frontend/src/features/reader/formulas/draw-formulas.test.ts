import { afterEach, expect, test, vi } from 'vitest'

// KaTeX draws in no other mode, and reads it when it is loaded.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })
const { drawFormulas } = await import('./draw-formulas.ts')

afterEach(() => vi.unstubAllGlobals())

/** Draws these formulas as if all were on the screen. */
const drawn = (...texs: string[]) => {
  const formulas = texs.map(tex => {
    const formula = document.createElement('span')
    formula.dataset.math = 'inline'
    formula.textContent = tex
    return formula
  })
  class Near {
    all: Element[] = []
    constructor(call: (entries: object[]) => void) {
      queueMicrotask(() => call(this.all.map(target => ({ target, isIntersecting: true }))))
    }
    observe = (target: Element) => this.all.push(target)
    unobserve = () => {}
    disconnect = () => {}
  }
  vi.stubGlobal('IntersectionObserver', Near)
  drawFormulas(formulas)
  return formulas
}

test('formulas are drawn, and keep their TeX', async () => {
  const formulas = drawn('a^2', 'a \\leftarrow b')
  await vi.waitFor(() =>
    expect(formulas.map(({ dataset }) => dataset.tex)).toEqual(['a^2', 'a \\leftarrow b']),
  )
  expect(formulas[0]?.querySelector('.katex')).not.toBeNull()
})

test.each([
  ['grows by a command of its own', `\\newcommand{\\x}{${'y'.repeat(2_000)}}${'\\x'.repeat(400)}`],
  ['defines one without a brace', `\\gdef\\x{${'y'.repeat(2_000)}}${'\\x'.repeat(400)}`],
  ['gives one another name', '\\let\\x=\\frac \\x12'],
  ['never ends', '\\def\\a{\\a\\a}\\a'],
  ['is too deep', '{'.repeat(4_900)],
  ['is too long', 'x+'.repeat(5_001)],
])('a formula that %s stays text', async (_, tex) => {
  const [bomb, after] = drawn(tex, 'b')
  await vi.waitFor(() => expect(after?.dataset.tex).toBe('b'))
  expect(bomb?.dataset.tex).toBeUndefined()
  expect(bomb?.textContent).toBe(tex)
})
