import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as OTLP's JSON has it. */
export type CollectedSpan = {
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
}

type Attribute = { key: string; value: Record<string, unknown> }
type Exported = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector of OpenTelemetry on loopback. `spans` are those that came with the header. */
export const startCollector = async (header: readonly [name: string, value: string]) => {
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Exported
    if (request.url === '/v1/traces' && request.headers[header[0]] === header[1])
      for (const { resource, scopeSpans } of resourceSpans)
        for (const span of scopeSpans.flatMap(scope => scope.spans))
          spans.push({
            ...span,
            service: String(valuesOf(resource.attributes)['service.name']),
            attributes: valuesOf(span.attributes),
          })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
