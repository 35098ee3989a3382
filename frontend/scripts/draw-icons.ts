import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** Draws the icons of the installed app from public/favicon.svg. Run it after the logo has changed, and commit the files. */
const PUBLIC = join(import.meta.dirname, '../public')
const ICONS = join(PUBLIC, 'icons')
const PAPER = '#f7f5f0'

const logo = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8')
const shapes = logo.slice(logo.indexOf('</title>') + '</title>'.length, logo.indexOf('</svg>'))

/** The logo's 20 units inside a square of this many units. */
const placed = (content: string, units: number, ground = '') => {
  const margin = (units - 20) / 2
  const viewBox = `${-margin} ${-margin} ${units} ${units}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${ground}${content}</svg>`
}
const onPaper = (units: number) =>
  placed(shapes, units, `<rect x="-20" y="-20" width="60" height="60" fill="${PAPER}"/>`)
/** Systems use its opacity alone, so that a gap stands between the spine and the page. */
const monochrome =
  '<path d="M5 0h2v20H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5Z"/><path d="M8.5 0H15a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H8.5Z"/>'

const draw = (svg: string, size: number, name: string) =>
  sharp(Buffer.from(svg), { density: 2_400 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(ICONS, name))

mkdirSync(ICONS, { recursive: true })
await draw(placed(shapes, 20), 192, '192.png')
await draw(placed(shapes, 20), 512, '512.png')
// A system may cut off all but a circle of 80 % of the width.
await draw(onPaper(32), 512, 'maskable-512.png')
await draw(placed(monochrome, 28), 512, 'monochrome-512.png')
await draw(onPaper(30), 180, 'apple-touch-icon.png')
