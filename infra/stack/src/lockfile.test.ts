import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './services.ts'

type Package = { readonly link?: boolean; readonly integrity?: string }

test('the lockfile has the hash of every package that npm fetches', () => {
  const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const fetched = Object.entries<Package>(lockfile.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(fetched.length).toBeGreaterThan(100)
  expect(fetched.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
})
