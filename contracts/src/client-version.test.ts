import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLIENT_VERSION, LEAST_CLIENT_VERSION, sourceForClient } from './client-version.ts'
import { ImportSource } from './import-sources.ts'
import { type ClientSchemas, schemasOfToday } from './test-support/client-schemas.ts'
import { type JsonSchema, unreadable } from './test-support/compatible.ts'

const today = await schemasOfToday()
const supported = Array.from(
  { length: CLIENT_VERSION - LEAST_CLIENT_VERSION + 1 },
  (_, index) => LEAST_CLIENT_VERSION + index,
)
/** What clients of a version send and read, as it was when that version began. These files are never edited. */
const kept = (version: number): ClientSchemas =>
  JSON.parse(readFileSync(new URL(`../fixtures/clients/${version}.json`, import.meta.url), 'utf8'))

/** Sources of imports are answered by version (sourceForClient). */
const answeredTo = (version: number): ClientSchemas['answers'] => {
  const source = (values: unknown) =>
    JSON.stringify(values) === JSON.stringify(ImportSource.options)
      ? [...new Set(ImportSource.options.map(each => sourceForClient(each, `${version}`)))]
      : values
  return JSON.parse(JSON.stringify(today.answers, (key, value) => (key === 'enum' ? source(value) : value)))
}

const RAISE = 'raise CLIENT_VERSION, and LEAST_CLIENT_VERSION once the clients before need no support'

test.each(supported)('the server takes what clients of version %i send', version => {
  for (const [name, sent] of Object.entries(kept(version).requests)) {
    const read = today.requests[name]
    expect(read ? unreadable(read, sent) : ['it is gone'], `${name}: ${RAISE}`).toEqual([])
  }
})

test.each(supported)('clients of version %i read what the server answers', version => {
  const answers = answeredTo(version)
  for (const [name, read] of Object.entries(kept(version).answers)) {
    const sent = answers[name]
    expect(sent ? unreadable(read, sent) : ['it is gone'], `${name}: ${RAISE}`).toEqual([])
  }
})

const text = { type: 'string' }
const object = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

test.each<[string, JsonSchema, JsonSchema]>([
  ['a new property', object({ a: text }, ['a']), object({ a: text, b: text }, ['a', 'b'])],
  ['an optional property that is gone', object({ a: text }, []), object({}, [])],
  ['a value that is sent no more', { enum: ['x', 'y'] }, { enum: ['x'] }],
  ['a value that was null at times', { anyOf: [text, { type: 'null' }] }, text],
  ['a wider limit', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 }],
])('%s is read', (_, reader, writer) => expect(unreadable(reader, writer)).toEqual([]))

test.each<[string, JsonSchema, JsonSchema]>([
  ['a needed property that is gone', object({ a: text }, ['a']), object({}, [])],
  ['a needed property that became optional', object({ a: text }, ['a']), object({ a: text }, [])],
  ['another type', object({ a: text }, ['a']), object({ a: { type: 'integer' } }, ['a'])],
  ['a new value', { enum: ['x'] }, { enum: ['x', 'y'] }],
  ['a value that is null at times', text, { anyOf: [text, { type: 'null' }] }],
  ['a narrower limit', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 9 }],
  ['another item', { type: 'array', items: text }, { type: 'array', items: { type: 'number' } }],
])('%s is not read', (_, reader, writer) => expect(unreadable(reader, writer)).not.toEqual([]))
