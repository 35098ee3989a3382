import { randomUUID } from 'node:crypto'
import { LIBRARY_LANES, laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { expect, test } from 'vitest'
import { groupOf, isOfGroup } from './group.ts'

const LIBRARIES = Array.from({ length: 2_000 }, () => randomUUID())
const GROUPS = 4

test('each library is in one group, together with its notebook', () => {
  for (const id of LIBRARIES.slice(0, 100)) {
    const groups = Array.from({ length: GROUPS }, (_, group) => ({ group, groups: GROUPS }))
    const takes = groups.filter(group => isOfGroup(`library-${id}`, group))
    expect(takes).toEqual([{ group: groupOf(id, GROUPS), groups: GROUPS }])
    expect(groups.filter(group => isOfGroup(`notebook-${id}`, group))).toEqual(takes)
  }
})

test('every group takes the events of articles', () => {
  expect(isOfGroup('article-abc', { group: 0, groups: 2 })).toBe(true)
  expect(isOfGroup('article-abc', { group: 1, groups: 2 })).toBe(true)
})

test('the libraries of each group are spread over all lanes', () => {
  for (let group = 0; group < GROUPS; group += 1)
    for (const lane of LIBRARY_LANES) {
      const share = LIBRARIES.filter(id => groupOf(id, GROUPS) === group && laneOf(id) === lane).length
      expect(share / LIBRARIES.length).toBeCloseTo(1 / GROUPS / LIBRARY_LANES.length, 1)
      expect(share).toBeGreaterThan(0)
    }
})
