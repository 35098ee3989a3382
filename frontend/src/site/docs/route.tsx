import { EXAMPLE_ANSWERS } from '@lectern/contracts/openapi/answers.ts'
import type { OpenApiOperation } from '@lectern/contracts/openapi/document.ts'
import type { JsonSchema } from '@lectern/contracts/openapi/schemas.ts'
import { ORIGIN_PLACEHOLDER } from '@lectern/contracts/public-pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { typeOf } from './type-of.ts'
import { Block, Code, Words } from './words.tsx'

export type Route = { readonly method: string; readonly path: string; readonly operation: OpenApiOperation }

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}
type Body = { readonly schema: JsonSchema; readonly example: unknown }

const parametersOf = ({ parameters = [] }: OpenApiOperation): readonly Parameter[] =>
  (parameters as readonly (Parameter | { $ref: string })[]).filter(
    (each): each is Parameter => !('$ref' in each),
  )
const bodyOf = ({ requestBody }: OpenApiOperation): Body | undefined =>
  (requestBody?.content as { 'application/json': Body } | undefined)?.['application/json']
const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** The path of the example, with its query. */
const examplePath = ({ path, operation }: Route): string => {
  const given = parametersOf(operation).filter(({ example }) => example !== undefined)
  const filled = given.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
  const query = new URLSearchParams(
    given.filter(each => each.in === 'query').map(({ name, example }) => [name, String(example)]),
  )
  return query.size > 0 ? `${filled}?${query}` : filled
}

const curlOf = (route: Route): string => {
  const body = bodyOf(route.operation)
  return [
    `curl${route.method === 'GET' ? '' : ` -X ${route.method}`} '${ORIGIN_PLACEHOLDER}${examplePath(route)}'`,
    `  -H 'Authorization: Bearer lect_…'`,
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(body.example)}'`] : []),
  ].join(' \\\n')
}

/** One route: what it does, an example of it that runs, and what it is answered. */
export const RouteEntry = ({ route }: { route: Route }) => {
  const { method, path, operation } = route
  const { operationId, summary, description, responses } = operation
  const [[status = '', done] = [], ...refusals] = Object.entries(responses)
  const body = bodyOf(operation)
  const answer = EXAMPLE_ANSWERS[`${method} ${path}`]
  return (
    <section
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="scroll-mt-6 rounded-card border border-line bg-surface"
    >
      <div className="px-4 py-3.5">
        <h3
          id={`${operationId}-title`}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans font-semibold"
        >
          {summary}
          {operation['x-scope'] === 'write' && <Badge>Needs write</Badge>}
        </h3>
        <p className="mt-1">
          <Code>
            {method} {path}
          </Code>
        </p>
        {description && (
          <p className="mt-2 max-w-2xl text-ink-2">
            <Words of={description} />
          </p>
        )}
      </div>
      <details className="border-t border-line">
        <summary className="cursor-pointer px-4 py-2.5 font-medium">Example and fields</summary>
        <div className="flex flex-col gap-4 px-4 pb-4">
          <Fields of={parametersOf(operation)} body={body?.schema} />
          <Block>{curlOf(route)}</Block>
          <div>
            <p className="mb-1.5">
              <Code>{status}</Code> {done?.description}
              {answer === undefined && done?.content && ` ${Object.keys(done.content).join()}`}
            </p>
            {answer !== undefined && <Block>{pretty(answer)}</Block>}
          </div>
          <ul className="flex flex-col gap-1 text-meta text-ink-2">
            {refusals.map(([code, refusal]) => (
              <li key={code}>
                <Code>{code}</Code> {refusal.description}
              </li>
            ))}
          </ul>
          <TryIt route={route} />
        </div>
      </details>
    </section>
  )
}

const Fields = ({ of: parameters, body }: { of: readonly Parameter[]; body: JsonSchema | undefined }) => {
  const { properties = {}, required = [] } = (body ?? {}) as {
    properties?: Record<string, JsonSchema>
    required?: readonly string[]
  }
  const rows = [
    ...parameters.map(each => [each.name, `in the ${each.in}`, each.schema, each.required] as const),
    ...Object.entries(properties).map(
      ([name, schema]) => [name, 'in the body', schema, required.includes(name)] as const,
    ),
  ]
  if (rows.length === 0) return null
  return (
    <dl className="grid gap-x-4 gap-y-1.5 text-meta sm:grid-cols-[10rem_minmax(0,1fr)]">
      {rows.map(([name, where, schema, isRequired]) => (
        <div key={`${where} ${name}`} className="contents">
          <dt>
            <Code>{name}</Code>
          </dt>
          <dd className="text-ink-2">
            {where}
            {isRequired ? ', required' : ''}: {typeOf(schema)}
            {typeof schema.description === 'string' && `. ${schema.description}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const INPUT =
  'w-full rounded-control border border-edge bg-surface px-3 font-mono text-meta pointer-coarse:text-[1rem]'

/** The example as a form. The page's script sends it. */
const TryIt = ({ route: { method, path, operation } }: { route: Route }) => {
  const { operationId, summary } = operation
  const body = bodyOf(operation)
  const idOf = (name: string) => `${operationId}-${name}`
  return (
    <form
      data-method={method}
      data-path={path}
      data-scope={operation['x-scope']}
      aria-label={`Try ${summary}`}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {parametersOf(operation).map(({ name, in: where, example }) => (
          <div key={`${where} ${name}`}>
            <label htmlFor={idOf(name)} className="mb-1 block text-meta font-medium">
              {name}
            </label>
            <input
              id={idOf(name)}
              data-in={where}
              name={name}
              autoComplete="off"
              spellCheck={false}
              defaultValue={example === undefined ? '' : String(example)}
              className={`${INPUT} h-9 pointer-coarse:h-11`}
            />
          </div>
        ))}
      </div>
      {body && (
        <div>
          <label htmlFor={idOf('body')} className="mb-1 block text-meta font-medium">
            Body
          </label>
          <textarea
            id={idOf('body')}
            data-in="body"
            rows={pretty(body.example).split('\n').length}
            spellCheck={false}
            defaultValue={pretty(body.example)}
            className={`${INPUT} py-2`}
          />
        </div>
      )}
      <div>
        <button type="submit" className={buttonClass('outline')}>
          Send
        </button>
      </div>
      <div data-answer role="status" />
    </form>
  )
}
