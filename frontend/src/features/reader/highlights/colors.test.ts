import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HIGHLIGHT_COLORS, washOf } from './colors.ts'

const css = readFileSync(join(import.meta.dirname, '../../../styles/tokens.css'), 'utf8')
const token = (theme: string, name: string): string => {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"]`)).split('}')[0] ?? ''
  return new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? ''
}

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark', 'sepia'])('in the %s theme', theme => {
  const [paper, ink] = [token(theme, 'paper'), token(theme, 'ink')]

  test('the text of a highlight of any colour can be read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), value => {
        const wash = washOf(`#${value.toString(16).padStart(6, '0')}`, paper, ink)
        expect(contrast(wash, ink)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test.each(HIGHLIGHT_COLORS)('a $name highlight differs from the paper and from the others', ({ color }) => {
    const washes = HIGHLIGHT_COLORS.map(each => washOf(each.color, paper, ink))
    expect(new Set([paper, ...washes]).size).toBe(HIGHLIGHT_COLORS.length + 1)
    expect(contrast(washOf(color, paper, ink), paper)).toBeGreaterThan(1.1)
  })
})
