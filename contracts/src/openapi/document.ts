import { LAST_WRITE_HEADER } from '../api/access.ts'
import { REJECTIONS, type RejectionCode } from '../api/errors.ts'
import { CURSOR_HEADER } from '../api/notes.ts'
import { LibraryQuery } from '../api/sharing-requests.ts'
import { LIBRARY_POLICIES } from '../library-policies.ts'
import { IDEMPOTENCY_KEY_MAX, TOKEN_REQUESTS_A_MINUTE } from '../limits.ts'
import { ROLES } from '../sharing.ts'
import { TOKEN_ROUTES, type TokenRoute } from '../token-routes.ts'
import { type Operation, TAGS } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { answerSchemas, type JsonSchema, reachable, referenceTo, requestSchema } from './schemas.ts'

export const API_DESCRIPTION = `Everything that Lectern's own client does with a library can be done through this API. Make a token in the settings, under API access, and send it with each request as \`Authorization: Bearer lect_…\`. A token with the scope \`read\` may call what changes nothing. No token reaches the account, its sessions or its payments.

A token has ${TOKEN_REQUESTS_A_MINUTE} requests a minute, and some calls have limits of their own: 429 says with \`Retry-After\` how many seconds to wait. Dates are ISO 8601 in UTC. Send an \`Idempotency-Key\` with a change, and its repetition has no second effect. A read shows your last change; where it cannot within 2 seconds, the answer carries \`Lectern-Behind: true\`.

Every refusal has a body with \`message\`, a sentence for a person. Answers may have more properties with time.`

const ALWAYS: readonly RejectionCode[] = [
  'token-invalid',
  'plan-without-api',
  'too-many-requests',
  'unavailable',
]

const OF_WRITES: readonly RejectionCode[] = ['token-reads-only', 'too-much-today', 'storage-full']

const refusalsOf = (route: TokenRoute, { query, body, refusals = [], isRepeatable }: Operation) => {
  const codes: RejectionCode[] = [
    ...(query || body ? (['invalid-input'] as const) : []),
    ...ALWAYS,
    ...(TOKEN_ROUTES[route] === 'write' ? OF_WRITES : []),
    ...(isRepeatable ? (['command-id-reused'] as const) : []),
    ...refusals,
  ]
  const byStatus = Map.groupBy(new Set(codes), code => REJECTIONS[code][0])
  return [...byStatus].toSorted(([a], [b]) => a - b)
}

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

const pathParameters = (route: TokenRoute, { example }: Operation) =>
  [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const value = example.path?.[name]
    const schema = typeof value === 'number' ? { type: 'integer', minimum: 1 } : { type: 'string' }
    return { name, in: 'path', required: true, schema, example: value }
  })

const queryParameters = ({ query, example }: Operation) => {
  if (query === undefined) return []
  const { properties = {}, required = [] } = requestSchema(query) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name) && !('default' in schema),
    schema,
    ...(example.query?.[name] !== undefined && { example: example.query[name] }),
  }))
}

/** Calls that are about a library of somebody else, too. */
const libraryParameters = (route: TokenRoute, { query }: Operation) =>
  query !== LibraryQuery && ROLES.some(role => role === LIBRARY_POLICIES.get(route))
    ? [{ $ref: '#/components/parameters/Library' }]
    : []

const headerParameters = (route: TokenRoute, { isRepeatable }: Operation) => [
  ...(isRepeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ...(TOKEN_ROUTES[route] === 'read' ? [{ $ref: '#/components/parameters/LastWrite' }] : []),
]

const DONE = { 200: 'Done.', 201: 'Made.', 202: 'Accepted, and not done yet.', 204: 'Done.' } as const

const contentOf = ({ answer }: Operation) => {
  if (answer === undefined) return {}
  if (!('file' in answer)) return { content: json(referenceTo(answer)) }
  const isText = answer.file.startsWith('text/')
  return { content: { [answer.file]: { schema: isText ? { type: 'string' } : {} } } }
}

type Response = {
  readonly description: string
  readonly headers?: object
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

const operationOf = (route: TokenRoute, operation: Operation) => {
  const { tag, summary, description, body, isBodyOptional, status, hasCursorHeader, example } = operation
  const parameters = [
    ...pathParameters(route, operation),
    ...queryParameters(operation),
    ...libraryParameters(route, operation),
    ...headerParameters(route, operation),
  ]
  const headers = {
    ...(hasCursorHeader && { 'Lectern-Cursor': { $ref: '#/components/headers/Cursor' } }),
    ...(TOKEN_ROUTES[route] === 'write' && {
      'Lectern-Last-Write': { $ref: '#/components/headers/LastWrite' },
    }),
  }
  const responses: Record<string, Response> = {
    [status]: {
      description: DONE[status],
      ...(Object.keys(headers).length > 0 && { headers }),
      ...contentOf(operation),
    },
    ...Object.fromEntries(
      refusalsOf(route, operation).map(([refused, codes]) => [
        refused,
        {
          description: codes.map(code => REJECTIONS[code][1]).join(' '),
          content: json({ $ref: '#/components/schemas/Refusal' }),
        },
      ]),
    ),
  }
  return {
    operationId: operationIdOf(route),
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: [{ token: [] }],
    'x-scope': TOKEN_ROUTES[route],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: isBodyOptional !== true, content: json(requestSchema(body), example.body) },
    }),
    responses,
  }
}

/** 'PUT /api/links/:id/page' is putLinksIdPage. */
const operationIdOf = (route: TokenRoute): string => {
  const [method = '', path = ''] = route.split(' ')
  const words = path.replace('/api/', '').split(/[/:.-]+/)
  return method.toLowerCase() + words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const pathOf = (route: TokenRoute): string => route.replace(/^\w+ /, '').replace(/:(\w+)/g, '{$1}')

export type OpenApiOperation = ReturnType<typeof operationOf>

/**
 * The API as an OpenAPI 3.1 document.
 * @param isClosed whether answers have no other properties than documented, for a test
 */
export const openApiDocument = (isClosed = false) => {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const [route, operation] of Object.entries(OPERATIONS) as [TokenRoute, Operation][]) {
    const [method = ''] = route.split(' ')
    const path = pathOf(route)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route, operation) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Lectern', version: '1', description: API_DESCRIPTION },
    servers: [{ url: '/', description: 'This Lectern' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token from the settings: lect_…' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'A text of your choice. The same request with the same key is done once.',
          schema: { type: 'string', maxLength: IDEMPOTENCY_KEY_MAX },
        },
        Library: {
          name: 'library',
          in: 'query',
          description: 'The library of somebody who shares collections with you. Absent: your own.',
          schema: { type: 'string', format: 'uuid' },
        },
        LastWrite: {
          name: 'Lectern-Last-Write',
          in: 'header',
          description:
            'Sent back from the answer to a change, it makes the read show that change on every gateway.',
          schema: { type: 'string' },
        },
      },
      headers: {
        Cursor: {
          description: 'The cursor of the next page; absent on the last one.',
          schema: { type: 'string' },
        },
        LastWrite: { description: 'Send it with your next read.', schema: { type: 'string' } },
      },
      schemas: reachable(answerSchemas(isClosed), [paths, { $ref: '#/components/schemas/Refusal' }]),
    },
  }
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

// The document writes the headers as people do; they are the same as ours.
LAST_WRITE_HEADER satisfies Lowercase<'Lectern-Last-Write'>
CURSOR_HEADER satisfies Lowercase<'Lectern-Cursor'>
