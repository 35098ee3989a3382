import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findK6 } from './find-k6.ts'

let folder: string
let installed: string
let empty: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-k6-'))
  const bin = join(folder, 'go/bin')
  empty = join(folder, 'empty')
  for (const made of [bin, empty]) mkdirSync(made, { recursive: true })
  installed = join(bin, 'k6')
  writeFileSync(installed, '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(join(empty, 'k6'), 'no program', { mode: 0o644 })
})
afterAll(() => rmSync(folder, { recursive: true }))

const nowhere = () => undefined

test('k6 is found by K6, on PATH, in GOBIN and in GOPATH', () => {
  const bin = join(folder, 'go/bin')
  expect(findK6({ K6: installed }, nowhere)).toBe(installed)
  expect(findK6({ PATH: [empty, bin].join(delimiter) }, nowhere)).toBe(installed)
  expect(findK6({ PATH: empty, GOBIN: bin }, nowhere)).toBe(installed)
  expect(findK6({ PATH: empty }, () => [empty, join(folder, 'go')].join(delimiter))).toBe(installed)
})

test('a missing k6 is told in one line that says how to install it', () => {
  const says = 'k6 is missing: install it with Go (go install go.k6.io/k6@v1.3.0) or set K6.'
  expect(() => findK6({ PATH: empty }, nowhere)).toThrow(says)
  expect(() => findK6({ K6: join(empty, 'k6') }, () => join(folder, 'go'))).toThrow('not a program that runs')
})
