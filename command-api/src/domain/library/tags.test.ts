import { describe, expect, it } from 'vitest'
import { foldAll } from '../../test-support/given.ts'
import { about, edited, opened, saved } from '../../test-support/library.ts'
import { library } from '../library.ts'
import { librarySnapshot } from './snapshot.ts'
import type { Library } from './state.ts'

const add = (linkId: number, ...addTags: string[]) => edited([linkId], { addTags })

describe('the tags of a library', () => {
  const namesAfter = (...events: Parameters<typeof foldAll>[1][]) => {
    const { tags } = foldAll(library, [opened, saved(1), saved(2), ...(events.flat() as never[])])
    return [[...tags.names.keys()], [...tags.spellings.keys()], tags.bytes > 0]
  }

  it('are those that a link has', () => {
    expect(namesAfter([about('LinkDeleted', 1)])).toEqual([['one'], ['one'], true])
    expect(namesAfter([about('LinkDeleted', 1), about('LinkDeleted', 2)])).toEqual([[], [], false])
    expect(namesAfter([add(1, 'Two'), edited([1, 2], { tags: ['TWO'] })])).toEqual([['TWO'], ['two'], true])
  })

  it('are one string for all links, and one array for those of one act', () => {
    const separate = () => JSON.parse('["two"]') as string[]
    const { links, tags } = foldAll(library, [
      ...[opened, saved(1), saved(2), saved(3)],
      ...[edited([1, 2], { tags: separate() }), edited([3], { tags: separate() })],
    ])
    expect(links.get(1)?.tags).toBe(links.get(2)?.tags)
    expect(links.get(3)?.tags).toEqual(['two'])
    expect(tags.names.get('two')).toEqual({ name: 'two', links: 3 })
  })

  it('keep the order of their spellings in a snapshot, since new links take the first', () => {
    const state = foldAll(library, [
      ...[opened, saved(1), saved(2)],
      ...[edited([1], { tags: ['Two'] }), edited([2], { tags: ['two'] })],
      ...[edited([1], { tags: [] }), edited([1], { tags: ['Two'] })],
    ])
    const parts = JSON.parse(JSON.stringify([...librarySnapshot.freeze(state)]))
    const thawed: Library = parts.reduce(librarySnapshot.thaw, library.initial())
    for (const { tags } of [state, thawed])
      expect([...(tags.spellings.get('two') ?? [])]).toEqual(['two', 'Two'])
  })
})
