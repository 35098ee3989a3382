import { HEIGHT, numbersOf, WIDTH } from './scenes.ts'

/** Drawn diagrams and charts. Each is an SVG of 1200 × 675 and the same for the same seed. */

const PAPER = '#f7f2e6'
const INK = '#2b2721'
const COLOURS = ['#35566f', '#c07a2c', '#3d5a45', '#8a3b2f', '#574573'] as const

const frame = (inside: string, paper = PAPER) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="${paper}"/>${inside}</svg>`

const GRID = Array.from(
  { length: 5 },
  (_, n) => `<path d="M140 ${130 + n * 100}H1080" stroke="#d8cfba" stroke-width="2"/>`,
).join('')

/** Bars that grow, and a line above them. */
export const chart = (seed: string): string => {
  const next = numbersOf(seed)
  const heights = Array.from({ length: 9 }, (_, n) => 60 + n * 30 + next() * 120)
  const bars = heights.map(
    (height, n) =>
      `<rect x="${165 + n * 102}" y="${530 - height}" width="62" height="${height}" rx="5" fill="${n === 7 ? COLOURS[1] : COLOURS[0]}" opacity="${n === 7 ? 1 : 0.85}"/>`,
  )
  const line = heights.map((height, n) => `${196 + n * 102},${(505 - height - next() * 40).toFixed(0)}`)
  return frame(
    `${GRID}${bars.join('')}<polyline points="${line.join(' ')}" fill="none" stroke="${COLOURS[3]}" stroke-width="6" stroke-linejoin="round"/><path d="M140 530H1080" stroke="${INK}" stroke-width="4"/>`,
  )
}

/** Lines that fall and level out. */
export const curves = (seed: string): string => {
  const next = numbersOf(seed)
  const lines = [0, 1, 2].map(n => {
    const [start, rate] = [120 + n * 60, 2.2 + next() * 3]
    const points = Array.from({ length: 60 }, (_, at) => {
      const x = at / 59
      return `${(150 + x * 910).toFixed(0)},${(520 - (400 - n * 90) * Math.exp(-x * rate) - (n * 34 + (start % 40))).toFixed(0)}`
    })
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[n]}" stroke-width="8" stroke-linecap="round"/>`
  })
  return frame(
    `${GRID}${lines.join('')}<path d="M140 110V530H1080" fill="none" stroke="${INK}" stroke-width="4"/>`,
  )
}

/** An append-only log, its records and two readers of it. */
export const log = (): string => {
  const records = Array.from(
    { length: 9 },
    (_, n) =>
      `<rect x="${110 + n * 98}" y="250" width="86" height="110" rx="8" fill="${n < 6 ? '#fffdf6' : '#fde58a'}" stroke="${INK}" stroke-width="4"/><path d="M${128 + n * 98} 285h50M${128 + n * 98} 307h36M${128 + n * 98} 329h44" stroke="#a79d8a" stroke-width="6" stroke-linecap="round"/>`,
  )
  const reader = (x: number, y: number, colour: string) =>
    `<path d="M${x} ${y}V${y < 300 ? 236 : 374}" stroke="${colour}" stroke-width="6"/><path d="M${x - 14} ${y < 300 ? 222 : 388}L${x} ${y < 300 ? 242 : 368}L${x + 14} ${y < 300 ? 222 : 388}" fill="none" stroke="${colour}" stroke-width="6"/><rect x="${x - 95}" y="${y < 300 ? y - 70 : y}" width="190" height="70" rx="12" fill="${colour}"/>`
  return frame(
    `${records.join('')}<path d="M1000 305H1110M1084 280L1112 305L1084 330" fill="none" stroke="${INK}" stroke-width="6"/>${reader(349, 160, '#35566f')}${reader(741, 470, '#3d5a45')}`,
  )
}

/** Boxes that pass something on to each other. */
export const boxes = (seed: string): string => {
  const next = numbersOf(seed)
  const places = [
    [170, 150],
    [500, 120],
    [830, 190],
    [260, 400],
    [610, 430],
    [900, 420],
  ] as const
  const links = [
    [0, 1],
    [1, 2],
    [0, 3],
    [3, 4],
    [1, 4],
    [4, 5],
    [2, 5],
  ] as const
  const centre = (n: number) => `${(places[n]?.[0] ?? 0) + 90} ${(places[n]?.[1] ?? 0) + 55}`
  return frame(
    links
      .map(([from, to]) => `<path d="M${centre(from)}L${centre(to)}" stroke="#8c857a" stroke-width="5"/>`)
      .join('') +
      places
        .map(
          ([x, y], n) =>
            `<rect x="${x}" y="${y}" width="180" height="110" rx="16" fill="${n === Math.floor(next() * 6) ? '#fde58a' : '#fffdf6'}" stroke="${COLOURS[n % COLOURS.length]}" stroke-width="6"/><path d="M${x + 30} ${y + 42}h120M${x + 30} ${y + 68}h78" stroke="#b9ad97" stroke-width="8" stroke-linecap="round"/>`,
        )
        .join(''),
  )
}

/** A page with letters, as a specimen of a typeface shows them. */
export const letters = (seed: string): string => {
  const next = numbersOf(seed)
  const paper = next() > 0.5 ? '#f3e3d6' : '#dfe8ef'
  return frame(
    `<text x="90" y="470" font-family="Literata, Georgia, 'DejaVu Serif', serif" font-size="440" fill="${INK}">Ra</text><text x="700" y="330" font-family="Literata, Georgia, 'DejaVu Serif', serif" font-style="italic" font-size="230" fill="${COLOURS[3]}">gf</text><path d="M60 474H1140M60 250H1140" stroke="${COLOURS[1]}" stroke-width="3" stroke-dasharray="14 10"/><path d="M700 520h380M700 555h320M700 590h350" stroke="#8c857a" stroke-width="12" stroke-linecap="round"/>`,
    paper,
  )
}

/** Lines of equal height, and a way across them. */
export const map = (seed: string): string => {
  const next = numbersOf(seed)
  const hill = (cx: number, cy: number, rings: number) =>
    Array.from({ length: rings }, (_, n) => {
      const points = Array.from({ length: 40 }, (_, at) => {
        const angle = (at / 40) * 2 * Math.PI
        const far = (n + 1) * 40 * (1 + 0.16 * Math.sin(angle * 3 + cx) + 0.1 * Math.sin(angle * 5 + cy))
        return `${(cx + far * 1.4 * Math.cos(angle)).toFixed(0)},${(cy + far * Math.sin(angle)).toFixed(0)}`
      })
      return `<polygon points="${points.join(' ')}" fill="none" stroke="#a8925f" stroke-width="${n % 4 === 3 ? 4 : 2}" opacity=".75"/>`
    }).join('')
  return frame(
    `${hill(330 + next() * 80, 280, 9)}${hill(880, 430 + next() * 60, 8)}<path d="M-20 610C200 560 280 640 470 560S760 330 860 360S1060 240 1230 200" fill="none" stroke="#7fa9c4" stroke-width="16" opacity=".8"/><path d="M120 90C260 240 420 180 560 330S820 520 1100 580" fill="none" stroke="${COLOURS[3]}" stroke-width="7" stroke-dasharray="4 16" stroke-linecap="round"/>`,
    '#e9ecd6',
  )
}
