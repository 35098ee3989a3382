import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from './log.ts'
import type { Begin } from './tracing.ts'
import { withTimeout } from './with-timeout.ts'

const EXPORT_MS = 5_000
/** A process that ends waits this long for a collector. */
const LAST_MS = 2_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

export type ExportOptions = {
  /** The process. */
  readonly name: string
  /** Base address of a collector of OpenTelemetry that speaks OTLP over HTTP. */
  readonly endpoint: string
  readonly headers: Record<string, string>
  readonly log: Log
}

/** Sends spans to a collector, in batches. What it does not take is dropped. */
export const exportSpans = ({ name, endpoint, headers, log }: ExportOptions) => {
  const say = (message: string) => log.warn({ reason: message.slice(0, 500) }, 'spans were not exported')
  const silent = { info: () => {}, debug: () => {}, verbose: () => {} }
  diag.setLogger({ ...silent, error: say, warn: say }, DiagLogLevel.WARN)
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'lectern', 'service.name': name }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  })
  const tracer = provider.getTracer('lectern')

  const begin: Begin = ({ name: of, kind, attributes }, parent) => {
    const under = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent))
    const options = {
      kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
      ...(attributes && { attributes }),
    }
    const span = tracer.startSpan(of, options, under)
    return {
      traceparent: traceparentOf(span.spanContext()),
      end: (more, error) => {
        if (!span.isRecording()) return
        if (more) span.setAttributes(more)
        if (error !== undefined)
          span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error))
        span.end()
      },
    }
  }
  return { begin, stop: () => withTimeout(provider.shutdown(), LAST_MS).catch(() => {}) }
}

const contextOf = (traceparent: string): SpanContext => {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

/** The kind of an error. Its message may hold what is private. */
const typeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? typeof error)
}
