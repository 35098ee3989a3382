import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLLECTION_PALETTE } from '@lectern/contracts/collections.ts'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

const tokensOf = (selector: string): Record<string, string> => {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`tokens.css has no ${selector}`)
  const block = css.slice(start).split('}')[0] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
}

const light = tokensOf('[data-theme="light"]')
const themes = {
  light,
  dark: { ...light, ...tokensOf('[data-theme="dark"]') },
  sepia: { ...light, ...tokensOf('[data-theme="sepia"]') },
}

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(start => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast of two #rrggbb colours, 1 to 21. */
const contrast = (one: string, other: string): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

const texts = ['ink', 'ink-2', 'ink-3', 'marker-ink', 'danger']
const grounds = ['paper', 'surface', 'sunken']
const selected = 'selected'
const pairs: [text: string, ground: string, least: number][] = [
  ...texts.flatMap(text =>
    [...grounds, selected].map((ground): [string, string, number] => [text, ground, 4.5]),
  ),
  ['ink', 'highlight', 4.5],
  ['marker-ink', 'marker-wash', 4.5],
  ['paper', 'ink', 4.5],
  ['edge', 'paper', 3],
  ['edge', 'surface', 3],
  ['marker-on-ink', 'ink', 3],
  ...[1, 2, 3, 4].map((tint): [string, string, number] => [`tint-${tint}-ink`, `tint-${tint}`, 4.5]),
]

describe.each(Object.entries(themes))('in the %s theme', (_name, tokens) => {
  test.each(pairs)('%s can be read on %s', (text, ground, least) => {
    expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(least)
  })
})

test.each(['light', 'dark'] as const)(
  'hovered and selected grounds can be told apart in the %s theme',
  name => {
    const { paper = '', surface = '', sunken = '', selected = '' } = themes[name]
    for (const ground of [paper, surface]) {
      expect(contrast(sunken, ground)).toBeGreaterThan(1.07)
      expect(contrast(selected, ground)).toBeGreaterThan(1.07)
    }
    expect(selected).not.toBe(sunken)
  },
)

test.each([...texts, ...grounds])('each theme has its own %s', name => {
  const values = Object.values(themes).map(tokens => tokens[name])
  expect(new Set(values).size).toBe(values.length)
})

test.each(COLLECTION_PALETTE)('the mark of a chosen colour can be seen on %s', color => {
  expect(contrast(light['on-color'] ?? '', color)).toBeGreaterThanOrEqual(3)
})

test('the address bar has the colour of the light paper until a theme is applied', () => {
  const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
  expect(page).toContain(`<meta name="theme-color" content="${light.paper}" />`)
})
