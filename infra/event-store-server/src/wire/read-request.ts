import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Entry } from '../storage/event.ts'
import { invalid } from './errors.ts'
import { streamName } from './requests.ts'

/** A revision of a stream or a position of `$all`. */
export type From = number | 'start' | 'end'

export type Filter = {
  matches(entry: Entry): boolean
  /** The number of examined events between two checkpoints. */
  readonly checkpointEvery: number
}

export type ReadRequest = {
  /** Undefined for `$all`. */
  readonly stream: string | undefined
  readonly from: From
  readonly isBackwards: boolean
  /** Undefined for a subscription. */
  readonly maxCount: number | undefined
  readonly filter: Filter | undefined
  readonly wantsStructuredIds: boolean
}

const DEFAULT_WINDOW = 32

/** @throws CallError for a request without options or with an invalid filter */
export function parseRead(request: ReadReq): ReadRequest {
  const options = request.getOptions()
  if (!options) throw invalid('A read needs options.')
  const ofStream = options.getStream()
  return {
    stream: ofStream && streamName(ofStream.getStreamIdentifier()),
    from: ofStream ? fromRevision(ofStream) : fromPosition(options.getAll()),
    isBackwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    maxCount: options.hasSubscription() ? undefined : Number(options.getCount()),
    filter: options.hasFilter() ? parseFilter(options.getFilter()) : undefined,
    wantsStructuredIds: options.getUuidOption()?.hasStructured() ?? false,
  }
}

function fromRevision(options: ReadReq.Options.StreamOptions): From {
  if (options.hasStart()) return 'start'
  return options.hasEnd() ? 'end' : Number(options.getRevision())
}

function fromPosition(options: ReadReq.Options.AllOptions | undefined): From {
  const position = options?.getPosition()
  if (position) return Number(position.getCommitPosition())
  return options?.hasEnd() ? 'end' : 'start'
}

function parseFilter(options: ReadReq.Options.FilterOptions | undefined): Filter {
  const ofType = options?.getEventType()
  const expression = ofType ?? options?.getStreamIdentifier()
  if (!options || !expression) throw invalid('A filter needs an expression.')
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW
  const matchesText = textMatcher(expression.getRegex(), expression.getPrefixList())
  return {
    matches: entry => matchesText(ofType ? entry.type : entry.stream),
    checkpointEvery: Math.max(window * options.getCheckpointintervalmultiplier(), 1),
  }
}

function textMatcher(regex: string, prefixes: readonly string[]): (text: string) => boolean {
  if (prefixes.length > 0) return text => prefixes.some(prefix => text.startsWith(prefix))
  try {
    const pattern = new RegExp(regex, 'u')
    return text => pattern.test(text)
  } catch {
    throw invalid(`'${regex}' is no regular expression.`)
  }
}
