import { z } from 'zod/mini'
import * as collections from '../api/collections.ts'
import * as counts from '../api/counts.ts'
import * as deletedLinks from '../api/deleted-links.ts'
import * as imports from '../api/imports.ts'
import * as ids from '../api/link-ids.ts'
import * as links from '../api/links.ts'
import * as notes from '../api/notes.ts'
import * as refusal from '../api/refusal.ts'
import * as shares from '../api/shares.ts'
import * as sharing from '../api/sharing.ts'
import * as undo from '../api/undo.ts'

export type JsonSchema = { [key: string]: unknown }
export type Schema = z.core.$ZodType

const isSchema = (value: unknown): value is Schema => value instanceof Object && '_zod' in value

/** Answers and their parts, by the names that they have in contracts. */
const named: readonly (readonly [string, Schema])[] = [
  ...[links, deletedLinks, ids, undo, notes, collections, counts, shares, imports, sharing, refusal].flatMap(
    module => Object.entries(module).filter((entry): entry is [string, Schema] => isSchema(entry[1])),
  ),
]
const nameOf = new Map(named.map(([name, schema]) => [schema, name]))

const id = { type: 'integer', minimum: 1 }
/** Schemas that are code. */
const BY_HAND = new Map<Schema, JsonSchema>([
  [
    ids.linkIds._zod.def.in,
    {
      type: 'array',
      minItems: 1,
      description: 'Ids, and [first, last] of ids that follow each other.',
      items: {
        anyOf: [id, { type: 'array', prefixItems: [id, id], minItems: 2, maxItems: 2, items: false }],
      },
    },
  ],
  [
    links.Snippet.shape.marks._zod.def.element,
    {
      type: 'array',
      prefixItems: [{ type: 'integer' }, { type: 'integer' }],
      minItems: 2,
      maxItems: 2,
      items: false,
    },
  ],
])

type Context = { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: JsonSchema }

type CheckDef = { readonly maximum?: number; readonly minimum?: number; readonly pattern?: RegExp }
const checksOf = (schema: Schema): readonly CheckDef[] =>
  (schema._zod.def.checks ?? []).map(check => check._zod.def as CheckDef)

/** Text that is trimmed before its length is checked has both limits in its last step. */
const limitsOf = (schema: Schema): JsonSchema => {
  if (schema._zod.def.type !== 'pipe') return {}
  const { out } = schema._zod.def as z.core.$ZodPipeDef
  if (out._zod.def.type === 'pipe') return limitsOf(out)
  if (out._zod.def.type !== 'string') return {}
  return Object.assign(
    {},
    ...checksOf(out).map(({ minimum, maximum }) => ({
      ...(minimum !== undefined && { minLength: minimum }),
      ...(maximum !== undefined && { maxLength: maximum }),
    })),
  )
}

/** JSON Schema has no flag for patterns that ignore case. Ours are hexadecimal. */
const patternOf = (schema: Schema): JsonSchema => {
  const [pattern] = checksOf(schema).flatMap(({ pattern }) => (pattern?.flags.includes('i') ? [pattern] : []))
  return pattern ? { pattern: pattern.source.replaceAll('a-f', 'a-fA-F') } : {}
}

/** @param isClosed whether objects have no other properties; a client must not rely on that */
const optionsOf = (io: 'input' | 'output', isClosed: boolean) => ({
  io,
  unrepresentable: 'any' as const,
  override: ({ zodSchema, jsonSchema }: Context) => {
    Object.assign(jsonSchema, BY_HAND.get(zodSchema))
    if (jsonSchema.type === 'string') Object.assign(jsonSchema, limitsOf(zodSchema), patternOf(zodSchema))
    if (!isClosed) delete jsonSchema.additionalProperties
  },
})

/** The schema of what a client sends. */
export const requestSchema = (schema: Schema): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, optionsOf('input', false))
  return json
}

const REFERENCE = '#/components/schemas/'

/** The schemas of all answers, which refer to each other. */
export const answerSchemas = (isClosed: boolean): Readonly<Record<string, JsonSchema>> => {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of named) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, {
    ...optionsOf('output', isClosed),
    uri: name => `${REFERENCE}${name}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  )
}

/** A reference to the schema of an answer, or to one of several. */
export const referenceTo = (schema: Schema): JsonSchema => {
  const name = nameOf.get(schema)
  if (name !== undefined) return { $ref: `${REFERENCE}${name}` }
  const { def } = schema._zod as { def: z.core.$ZodTypeDef }
  if (def.type !== 'union') throw new Error('An answer has no name in contracts')
  return { anyOf: (def as z.core.$ZodUnionDef).options.map(referenceTo) }
}

/** The answers that references of the document lead to, and the answers in them. */
export const reachable = (
  all: Readonly<Record<string, JsonSchema>>,
  document: unknown,
): Readonly<Record<string, JsonSchema>> => {
  const found = new Map<string, JsonSchema>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      const schema = all[name]
      if (schema === undefined || found.has(name)) continue
      found.set(name, schema)
      visit(schema)
    }
  }
  visit(document)
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
