import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ATTACKS } from './attacks.ts'

it('lists every attack in operations.md, in their order', () => {
  const text = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const [, table = ''] = /^## Attacks\n(.*?)^## /ms.exec(text) ?? []
  const names = [...table.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name)
  expect(names).toEqual(['attack', ...Object.keys(ATTACKS)])
})
