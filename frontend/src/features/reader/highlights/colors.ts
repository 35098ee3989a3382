import { NOTE_COLOR_DEFAULT } from '@lectern/contracts/notes.ts'

/** The colours that the bar offers. A note from elsewhere may have any other. */
export const HIGHLIGHT_COLORS = [
  { name: 'yellow', color: NOTE_COLOR_DEFAULT },
  { name: 'green', color: '#34d399' },
  { name: 'blue', color: '#60a5fa' },
  { name: 'pink', color: '#f472b6' },
  { name: 'purple', color: '#a78bfa' },
] as const

type Channels = [number, number, number]

const channels = (color: string): Channels =>
  [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16)) as Channels

const luminance = (color: Channels): number => {
  const [red = 0, green = 0, blue = 0] = color
    .map(channel => channel / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast, 1 to 21. */
const contrast = (one: Channels, other: Channels): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** Most of the colour that is mixed into the paper. */
const STRENGTH_MAX = 0.55
const CONTRAST_MIN = 4.5

/** The ground of a highlight: the note's colour mixed into the paper, as much as leaves the text readable. All are #rrggbb. */
export const washOf = (color: string, paper: string, ink: string): string => {
  const [from, to, text] = [channels(paper), channels(color), channels(ink)]
  for (let strength = STRENGTH_MAX; ; strength -= 0.05) {
    const mixed = from.map((channel, i) =>
      Math.round(channel + ((to[i] ?? 0) - channel) * strength),
    ) as Channels
    if (strength <= 0.1 || contrast(mixed, text) >= CONTRAST_MIN)
      return `#${mixed.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
  }
}
