import { describe, expect, it, test } from 'vitest'
import { type JsonItem, jsonItems, taking, takingList } from './json.ts'

const read = async (text: string, paths = ['*'], size = text.length || 1) => {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const items: JsonItem[] = []
  for await (const batch of jsonItems(pieces(), taking(...paths))) items.push(...batch)
  return items
}
const values = async (text: string, paths?: string[], size?: number) =>
  (await read(text, paths, size)).map(item => ('value' in item ? item.value : item.reason))

describe('jsonItems', () => {
  test.each([1, 2, 3, 5, 1_000])('reads elements in pieces of %i characters', async size => {
    const elements = [{ a: 'x "y" \\ } ] {', b: [1, { c: null }] }, 'text', 12.5, true, null, [], {}, 'é\n']
    expect(await values(JSON.stringify(elements), ['*'], size)).toEqual(elements)
    expect(await values(JSON.stringify(elements, null, 2), ['*'], size)).toEqual(elements)
  })

  it('finds arrays in objects, and says where', async () => {
    const text = '{"name":"x","groups":[{"links":[1,2],"id":7},{"id":8,"links":[{"a":[3]}]}],"links":[9]}'
    expect(await read(text, ['groups.*.links.*', 'groups.*.id'])).toEqual([
      { path: 'groups.*.links.*', at: [0, 0], value: 1 },
      { path: 'groups.*.links.*', at: [0, 1], value: 2 },
      { path: 'groups.*.id', at: [0], value: 7 },
      { path: 'groups.*.id', at: [1], value: 8 },
      { path: 'groups.*.links.*', at: [1, 0], value: { a: [3] } },
    ])
  })

  test.each([
    ['no JSON', '[{"a":1},{"b":oops},{"c":3}]', [{ a: 1 }, 'unreadable', { c: 3 }]],
    ['without a quote', '[{"a":1},\n{"b":"oops,\n"c":2},\n{"d":3}]', [{ a: 1 }, 'unreadable', { d: 3 }]],
    ['a bare word', '[{"a":1}, oops, {"c":3}]', [{ a: 1 }, 'unreadable', { c: 3 }]],
    ['cut in a text', '[{"a":1},{"b":"oo', [{ a: 1 }, 'cut-off']],
    ['cut in an object', '[{"a":1},{"b":[1', [{ a: 1 }, 'cut-off']],
    ['not followed by a bracket', '[{"a":1},{"b":2}', [{ a: 1 }, { b: 2 }]],
  ])('goes on after an element that is %s', async (_, text, expected) => {
    expect(await values(text)).toEqual(expected)
    expect(await values(text, ['*'], 1)).toEqual(expected)
  })

  it('goes on after an element above 4 MB', async () => {
    const large = { a: 'x'.repeat(5_000_000) }
    expect(await values(JSON.stringify([1, large, 3]), ['*'], 65_536)).toEqual([1, 'too-large', 3])
    expect(await values(JSON.stringify([1, large, 3]))).toEqual([1, 'too-large', 3])
  })

  it('passes over large values that are not asked for', async () => {
    const text = JSON.stringify({ text: 'x\\"'.repeat(2_000_000), deep: [[[{ a: [] }]]], links: [1] })
    expect(await values(text, ['links.*'], 65_536)).toEqual([1])
  })

  test.each([1, 7, 1_000])(
    'reads nothing behind the one list that is wanted, in pieces of %i',
    async size => {
      const text = '{"a":{"links":[0]},"links":[1,{"x.y":[2]}],"others":[3],"links":[4]}'
      const start = text.indexOf('"others"')
      let given = 0
      async function* pieces() {
        for (; given < text.length; given += size) yield text.slice(given, given + size)
      }
      const found: unknown[] = []
      for await (const items of jsonItems(pieces(), takingList('links')))
        found.push(...items.map(item => 'value' in item && item.value))
      expect(found).toEqual([1, { 'x.y': [2] }])
      expect(given).toBeLessThan(start + '"others":['.length)
    },
  )

  it('gives __proto__ as a member like any other', async () => {
    const [value] = await values('[{"__proto__":{"polluted":true},"a":1}]')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('survives deep nesting', async () => {
    expect(await values(`[${'['.repeat(1_000_000)}`, ['*'], 65_536)).toEqual(['cut-off'])
  })
})
