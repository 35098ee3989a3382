import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './services.ts'

const find = (patterns: string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] })
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const records = find(['docs/decisions/0*.md'])
const pages = find(['*.md', 'docs/**/*.md', '*/README.md', '*/*/README.md', 'frontend/src/*/README.md'])

it('finds the pages', () => expect(pages).toContain('docs/tour.md'))

it.each(pages)('%s links to existing files', page => {
  const links = [...read(page).matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => link)
  const missing = links.filter(link => !/^https?:/.test(link) && !existsSync(join(ROOT, dirname(page), link)))
  expect(missing).toEqual([])
})

describe('decision records', () => {
  it('are at most 30, all of them listed', () => {
    expect(records.length).toBeLessThanOrEqual(30)
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\((0[^)]+)\)/g)].map(([, file]) => file)
    expect(listed.toSorted()).toEqual(records.map(record => basename(record)).toSorted())
  })

  it.each(records)('%s has at most 200 words in four parts', record => {
    const text = read(record)
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(200)
    const parts = [...text.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, part]) => part)
    expect(parts).toEqual(['Context', 'Decision', 'Consequences', 'What would change it'])
  })

  it('are there where something names their numbers', () => {
    const files = find(['*.{md,cjs,yml}', '*/**/*.{ts,tsx,md,sql,js,css}', 'docs/*.md'])
    const numbers = new Set(records.map(record => basename(record).slice(0, 4)))
    const missing = files.flatMap(file =>
      [...read(file).matchAll(/(?:decisions\/|[Dd]ecisions? )0\d{3}(?:(?:, | and )0\d{3})*/g)]
        .flatMap(([named]) => named.match(/0\d{3}/g) ?? [])
        .filter(number => !numbers.has(number))
        .map(number => `${file}: ${number}`),
    )
    expect(missing).toEqual([])
  })
})

const NO_ROOM = ['src', 'dist', 'node_modules', 'results']
const roomsIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !NO_ROOM.includes(entry.name))
    .map(({ name }) => name)

const houses = find(['*/README.md', 'infra/*/README.md']).map(dirname)

it.each(houses)('the README of %s names all folders', house => {
  const readme = read(join(house, 'README.md'))
  const rooms = [
    ...roomsIn(house),
    ...(existsSync(join(ROOT, house, 'src')) ? roomsIn(join(house, 'src')) : []),
  ]
  const isNamed = (room: string) => new RegExp(`([\`[]|^)(src/)?${room}([\`/ ]|\\])`, 'm').test(readme)
  expect(rooms.filter(room => !isNamed(room))).toEqual([])
})
