import { crc32 } from 'node:zlib'

/** Drawn views in place of photographs. Each is an SVG of 1200 × 675 and the same for the same seed. */

export const WIDTH = 1_200
export const HEIGHT = 675

/** Numbers from 0 to 1 that depend on the seed only. */
export const numbersOf = (seed: string): (() => number) => {
  let state = crc32(seed) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** @param stops colours from the top to the bottom */
const gradient = (id: string, stops: readonly string[]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${stops
    .map((colour, n) => `<stop offset="${n / (stops.length - 1)}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`

/** The sky, and a grain over all as film has it. */
const frame = (sky: readonly string[], inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${gradient('sky', sky)}
<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter><filter id="glow" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="70"/></filter>
<filter id="grain"><feTurbulence baseFrequency=".9" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 .16 0"/></filter>
</defs><rect width="100%" height="100%" fill="url(#sky)"/>${inside}<rect width="100%" height="100%" filter="url(#grain)"/></svg>`

/** A line of hills across the picture, around this height. */
const ridge = (next: () => number, top: number, rough: number) => {
  const phases = [1, 2.3, 5.1].map(frequency => ({ frequency, phase: next() * 7, size: rough / frequency }))
  const points = Array.from({ length: 61 }, (_, n) => {
    const x = (n / 60) * WIDTH
    const lift = phases.reduce((sum, { frequency, phase, size }) => {
      return sum + size * Math.sin((x / WIDTH) * 6 * frequency + phase)
    }, 0)
    return `${x.toFixed(0)},${(top + lift).toFixed(1)}`
  })
  return `0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`
}

type Palette = { readonly sky: readonly string[]; readonly sun: string; readonly land: readonly string[] }

const DAWN: Palette = {
  sky: ['#6f8fa8', '#d9b8a0', '#f3dcb6'],
  sun: '#fff3d0',
  land: ['#b79a8c', '#8d7a78', '#5f5a66', '#3a3b49', '#23252f'],
}
const NOON: Palette = {
  sky: ['#7fb0cf', '#cfe2e3'],
  sun: '#ffffff',
  land: ['#a9c0a6', '#7fa083', '#587e66', '#3b5f4e', '#26443a'],
}
const DUSK: Palette = {
  sky: ['#2d2f52', '#7a4f6d', '#e08a5f'],
  sun: '#ffd79a',
  land: ['#6e4a63', '#513a55', '#382c46', '#241f36', '#171526'],
}
const PALETTES = [DAWN, NOON, DUSK] as const

const paletteOf = (seed: string): Palette => PALETTES[crc32(seed) % PALETTES.length] ?? DAWN

const sun = (next: () => number, { sun: colour }: Palette) => {
  const [x, y] = [200 + next() * 800, 130 + next() * 160]
  return `<circle cx="${x}" cy="${y}" r="120" fill="${colour}" opacity=".5" filter="url(#glow)"/><circle cx="${x}" cy="${y}" r="46" fill="${colour}"/>`
}

/** Hills behind hills. */
export const hills = (seed: string): string => {
  const next = numbersOf(seed)
  const palette = paletteOf(seed)
  const lines = palette.land.map(
    (colour, n) => `<polygon points="${ridge(next, 290 + n * 78, 46)}" fill="${colour}"/>`,
  )
  return frame(palette.sky, sun(next, palette) + lines.join(''))
}

/** Water under the sky, with light on it. */
export const sea = (seed: string): string => {
  const next = numbersOf(seed)
  const palette = paletteOf(seed)
  const [far = '', , , deep = ''] = palette.land
  const waves = Array.from({ length: 90 }, () => {
    const depth = next() ** 1.6
    const length = 30 + depth * 240
    const bright = next() > 0.5
    return `<rect x="${(next() * WIDTH - 100).toFixed(0)}" y="${(392 + depth * 280).toFixed(0)}" width="${length.toFixed(0)}" height="${(1.5 + depth * 5).toFixed(1)}" rx="3" fill="${bright ? palette.sun : deep}" opacity="${bright ? 0.28 : 0.35}"/>`
  })
  return frame(
    palette.sky,
    `${sun(next, palette)}<polygon points="${ridge(next, 372, 16)}" fill="${far}"/><rect y="388" width="100%" height="300" fill="${palette.land[2]}" opacity=".92"/>${waves.join('')}`,
  )
}

/** Roofs and lit windows. */
export const town = (seed: string): string => {
  const next = numbersOf(seed)
  const palette = seed.length % 2 ? DUSK : DAWN
  const rows = [0, 1, 2].map(row => {
    let houses = ''
    for (let x = -40; x < WIDTH; ) {
      const width = 70 + next() * 90
      const top = 250 + row * 95 + next() * 110
      const peak = top - 26 - next() * 40
      houses += `<path d="M${x} ${HEIGHT}V${top}L${x + width / 2} ${peak}L${x + width} ${top}V${HEIGHT}Z" fill="${palette.land[row + 1]}"/>`
      for (let window = 0; window < 6; window += 1) {
        const left = x + 14 + (window % 2) * (width / 2 - 6)
        const y = top + 22 + Math.floor(window / 2) * 46
        if (next() > 0.55)
          houses += `<rect x="${left}" y="${y}" width="15" height="22" rx="2" fill="${palette.sun}" opacity="${0.45 + row * 0.2}"/>`
      }
      x += width + 4
    }
    return houses
  })
  return frame(palette.sky, sun(next, palette) + rows.join(''))
}

/** Leaves and round fruit, near. */
export const leaves = (seed: string): string => {
  const next = numbersOf(seed)
  const greens = ['#2f5140', '#3f6b4f', '#55855c', '#7aa56d', '#1f3b31']
  const fruits = ['#c8402f', '#d9622f', '#b53a34', '#e08a3c']
  const leaf = (n: number) => {
    const [x, y, size, turn] = [next() * WIDTH, next() * HEIGHT, 90 + next() * 130, next() * 360]
    return `<g transform="translate(${x} ${y}) rotate(${turn})" ${n < 26 ? 'filter="url(#soft)" opacity=".8"' : ''}><path d="M0 0C${size * 0.3} ${-size * 0.5} ${size * 0.8} ${-size * 0.4} ${size} 0C${size * 0.8} ${size * 0.4} ${size * 0.3} ${size * 0.5} 0 0Z" fill="${greens[n % greens.length]}"/><path d="M6 0H${size - 10}" stroke="#dfe8c8" stroke-opacity=".35" stroke-width="2"/></g>`
  }
  const fruit = (n: number) => {
    const [x, y, r] = [100 + next() * 1_000, 110 + next() * 440, 36 + next() * 34]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fruits[n % fruits.length]}"/><ellipse cx="${x - r * 0.3}" cy="${y - r * 0.35}" rx="${r * 0.28}" ry="${r * 0.18}" fill="#fff" opacity=".45"/><path d="M${x - 10} ${y - r}q10 12 20 0" stroke="#3f6b4f" stroke-width="6" fill="none"/>`
  }
  const all = Array.from({ length: 60 }, (_, n) => leaf(n))
  return frame(['#cfdcb0', '#8fae83'], all.join('') + Array.from({ length: 6 }, (_, n) => fruit(n)).join(''))
}

/** A table with a lamp, books and a cup. */
export const desk = (seed: string): string => {
  const next = numbersOf(seed)
  const spines = ['#8a3b2f', '#35566f', '#c79a3f', '#574573', '#3d5a45', '#b5a58c']
  let books = ''
  for (let x = 560; x < 1_020; ) {
    const [width, height] = [26 + next() * 30, 150 + next() * 90]
    books += `<rect x="${x}" y="${505 - height}" width="${width}" height="${height}" rx="3" fill="${spines[Math.floor(next() * spines.length)]}"/><rect x="${x + 5}" y="${530 - height}" width="${width - 10}" height="5" fill="#f7f0dc" opacity=".7"/>`
    x += width + 3
  }
  return frame(
    ['#3a2f2b', '#6b4b3a', '#9a6a45'],
    `<ellipse cx="330" cy="330" rx="260" ry="190" fill="#ffd98a" opacity=".75" filter="url(#glow)"/>
<path d="M250 250L410 250L370 150H290Z" fill="#f2d7a0"/><rect x="325" y="250" width="10" height="245" fill="#2a2320"/><ellipse cx="330" cy="500" rx="70" ry="12" fill="#2a2320"/>
<rect y="505" width="100%" height="180" fill="#4a3226"/><rect y="505" width="100%" height="8" fill="#7d5a3e"/>${books}
<path d="M440 448h74v40a20 20 0 0 1-20 20h-34a20 20 0 0 1-20-20Z" fill="#efe6d2"/><path d="M514 458q30 4 22 26t-24 10" fill="none" stroke="#efe6d2" stroke-width="8"/>
<path d="M120 590L420 560L520 600L210 640Z" fill="#fbf6e6"/><path d="M180 596L400 574M210 612L440 588" stroke="#b9ad97" stroke-width="4"/>`,
  )
}

/** Stars over a dark land. */
export const night = (seed: string): string => {
  const next = numbersOf(seed)
  const stars = Array.from({ length: 260 }, () => {
    const size = next() ** 4 * 3 + 0.6
    return `<circle cx="${(next() * WIDTH).toFixed(0)}" cy="${(next() * 520).toFixed(0)}" r="${size.toFixed(1)}" fill="#fdf6e0" opacity="${(0.4 + next() * 0.6).toFixed(2)}"/>`
  })
  const lines = ['#141a2b', '#0d111d'].map(
    (colour, n) => `<polygon points="${ridge(next, 500 + n * 80, 40)}" fill="${colour}"/>`,
  )
  return frame(
    ['#0b1226', '#1d2a4d', '#4a4a72'],
    `<ellipse cx="700" cy="240" rx="620" ry="90" transform="rotate(-24 700 240)" fill="#9aa7d6" opacity=".35" filter="url(#glow)"/>${stars.join('')}${lines.join('')}`,
  )
}
