/** The parts of a JSON Schema that zod makes of our contracts. */
export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
} & { readonly [limit: string]: unknown }

const LEAST = ['minimum', 'minLength', 'minItems']
const MOST = ['maximum', 'maxLength', 'maxItems']
const EXACT = ['pattern', 'format']

const valuesOf = (schema: JsonSchema) => schema.enum ?? ('const' in schema ? [schema.const] : undefined)

const reasonsOfLimits = (reader: JsonSchema, writer: JsonSchema): string[] => [
  ...LEAST.filter(limit => Number(reader[limit]) > Number(writer[limit] ?? Number.NEGATIVE_INFINITY)),
  ...MOST.filter(limit => Number(reader[limit]) < Number(writer[limit] ?? Number.POSITIVE_INFINITY)),
  ...EXACT.filter(limit => reader[limit] !== undefined && reader[limit] !== writer[limit]),
]

/** A list of types is one schema for each. */
const apart = (schema: JsonSchema): JsonSchema =>
  typeof schema.type === 'object' ? { anyOf: schema.type.map(type => ({ ...schema, type })) } : schema

const at = (place: string, reasons: readonly string[]) => reasons.map(reason => `${place}.${reason}`)

const reasonsOfObject = (reader: JsonSchema, writer: JsonSchema): string[] => {
  const { properties: read = {}, required = [], additionalProperties: reads } = reader
  const { properties: written = {}, required: always = [], additionalProperties: writes } = writer
  return [
    ...at(
      'missing',
      required.filter(name => !always.includes(name)),
    ),
    ...Object.entries(written).flatMap(([name, schema]) =>
      read[name] ? at(name, unreadable(read[name], schema)) : [],
    ),
    ...(typeof reads === 'object' && typeof writes === 'object' ? at('*', unreadable(reads, writes)) : []),
  ]
}

/**
 * Why something of the writer's schema is refused by the reader's; empty where everything is read. A reader leaves out
 * properties that it does not know, as zod's objects do.
 */
export const unreadable = (readers: JsonSchema, writers: JsonSchema): string[] => {
  const [reader, writer] = [apart(readers), apart(writers)]
  if (writer.anyOf) return writer.anyOf.flatMap(branch => unreadable(reader, branch))
  if (reader.anyOf) {
    const reasons = reader.anyOf.map(branch => unreadable(branch, writer))
    return reasons.some(each => each.length === 0) ? [] : reasons.flat()
  }
  const [read, written] = [valuesOf(reader), valuesOf(writer)]
  if (read) {
    const unknown = written ? written.filter(value => !read.includes(value)) : ['any value']
    return unknown.map(value => `value ${value}`)
  }
  if (written && writer.type === undefined) return []
  if (reader.type === undefined) return []
  const isInteger = reader.type === 'number' && writer.type === 'integer'
  if (reader.type !== writer.type && !isInteger) return [`type ${writer.type} for ${reader.type}`]
  return [
    ...reasonsOfLimits(reader, writer),
    ...(reader.type === 'object' ? reasonsOfObject(reader, writer) : []),
    ...(reader.items && writer.items ? at('items', unreadable(reader.items, writer.items)) : []),
    ...(reader.prefixItems ?? []).flatMap((item, index) =>
      at(String(index), unreadable(item, writer.prefixItems?.[index] ?? {})),
    ),
  ]
}
