import { CHANGE_ACTS_MAX } from '@lectern/contracts/api/changes.ts'
import { expect, test } from 'vitest'
import type { ProjectedEvent } from '../projection.ts'
import { changeAct, namedActs } from './change-acts.ts'

const KEY = '01980000-0000-7000-8000-000000000001'
const keyOf = (metadata: unknown) => changeAct({ metadata } as ProjectedEvent, []).key

test('acts are named where each has the key of a client and they are few', () => {
  expect(namedActs([{ key: KEY }])).toEqual({ acts: [{ key: KEY }] })
  const many = Array.from({ length: CHANGE_ACTS_MAX + 1 }, () => ({ key: KEY }))
  for (const acts of [[], [{ key: KEY }, { key: '' }], many]) expect(namedActs(acts)).toEqual({})
})

test('a key that may be too long for a notification is none', () => {
  expect(keyOf({ commandId: KEY })).toBe(KEY)
  for (const metadata of [undefined, {}, { commandId: 7 }, { commandId: 'x'.repeat(9_000) }])
    expect(keyOf(metadata)).toBe('')
})
