import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './services.ts'

const pages = globSync(['*.md', 'docs/**/*.md', '*/README.md', 'infra/*/README.md'], {
  cwd: ROOT,
  exclude: ['node_modules/**'],
})

it('finds the pages', () => expect(pages).toContain('docs/tour.md'))

it.each(pages)('%s links to existing files', page => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const links = [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => link)
  const missing = links.filter(link => !/^https?:/.test(link) && !existsSync(join(ROOT, dirname(page), link)))
  expect(missing).toEqual([])
})
