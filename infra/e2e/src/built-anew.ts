import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const TEXT = /\.(js|css|html)$/

/**
 * Makes a copy of the built client what a later build would make of it: every file in assets has another name, the old ones
 * are gone, index.html says which version it is, and the service worker lists the new files with their checksums.
 */
export const buildAnew = (dist: string, version: string): void => {
  const assets = join(dist, 'assets')
  const later = (name: string) => name.replace(/(\.\w+)$/, `-${version}$1`)
  const names = readdirSync(assets)
  for (const name of names) renameSync(join(assets, name), join(assets, later(name)))
  const any = new RegExp(names.map(name => name.replaceAll('.', '\\.')).join('|'), 'g')
  const files = ['index.html', 'sw.js', ...names.map(name => `assets/${later(name)}`)]
  for (const file of files.filter(each => TEXT.test(each))) {
    const text = readFileSync(join(dist, file), 'utf8').replaceAll(any, later)
    const marked = text.replace('</head>', `<meta name="version" content="${version}"></head>`)
    writeFileSync(join(dist, file), file === 'index.html' ? marked : text)
  }
  const worker = join(dist, 'sw.js')
  const entries = /\{"integrity":"[^"]*","revision":[^{}]*?"url":"([^"]+)"\}/g
  const listed = readFileSync(worker, 'utf8').replaceAll(entries, (_entry, url: string) => {
    const hash = createHash('sha256').update(readFileSync(join(dist, url)))
    const revision = url.startsWith('assets/') ? null : version
    return JSON.stringify({ integrity: `sha256-${hash.digest('base64')}`, revision, url })
  })
  writeFileSync(worker, listed)
}
