import type { JsonSchema } from '@lectern/contracts/openapi/schemas.ts'

const ofList = (schema: JsonSchema): string =>
  schema.items instanceof Object ? `list of ${typeOf(schema.items as JsonSchema)}` : 'list'

/** A schema in a few words: 'text, at most 200', 'one of read, write', 'number or null'. */
export const typeOf = (schema: JsonSchema): string => {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(each => typeOf(each as JsonSchema)).join(' or ')
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`
  if (Array.isArray(schema.type)) return schema.type.map(type => typeOf({ ...schema, type })).join(' or ')
  const most =
    schema.maxLength === undefined ? '' : `, at most ${Number(schema.maxLength).toLocaleString('en-US')}`
  switch (schema.type) {
    case 'string':
      return `text${most}`
    case 'integer':
      return 'whole number'
    case 'boolean':
      return 'true or false'
    case 'array':
      return ofList(schema)
    case 'null':
      return 'null'
    case 'object':
      return 'object'
    default:
      return String(schema.type ?? 'anything')
  }
}
