import { open } from 'node:fs/promises'
import {
  AuditEnd,
  AuditHeader,
  AuditLine,
  type Chain,
  createChain,
  rootOf,
} from '@lectern/platform/audit/chain.ts'
import { AuditFault } from '@lectern/platform/audit/fault.ts'
import { comparePositions, parsePosition } from '@lectern/platform/event-store/position.ts'

/** @throws AuditFault where the file cannot be read */
async function* linesOf(file: string): AsyncGenerator<string> {
  const input = await open(file).catch(error => {
    throw new AuditFault(`${file} cannot be read: ${error.code}.`)
  })
  try {
    yield* input.readLines({ autoClose: false })
  } finally {
    await input.close()
  }
}

const parse = (text: string, line: number): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new AuditFault(`Line ${line} is not JSON: it was cut off or changed.`)
  }
}

/** @throws AuditFault */
export const readHeader = async (file: string): Promise<AuditHeader> => {
  for await (const text of linesOf(file)) {
    const header = AuditHeader.safeParse(parse(text, 1))
    if (header.success) return header.data
    break
  }
  throw new AuditFault(`Line 1 of ${file} is not the header of an audit file that this version reads.`)
}

/**
 * The events of a file, each once it and all before it were checked against the chain.
 * @param chain the one that the file continues; it grows with the file
 * @throws AuditFault that names the first line that was changed, is missing, doubled or out of order
 */
export async function* readFile(file: string, chain: Chain): AsyncGenerator<AuditLine> {
  const { after } = await readHeader(file)
  const head = chain.head()
  if (after.lines !== head.lines || after.hash !== head.hash)
    throw new AuditFault(
      after.lines === 0
        ? `${file} continues no other file.`
        : `${file} continues files with ${after.lines} events, and not what was given before it.`,
    )
  let line = 0
  let end: AuditEnd | undefined
  for await (const text of linesOf(file)) {
    line += 1
    if (line === 1) continue
    if (end) throw new AuditFault(`Line ${line} comes after the last line.`)
    const value = parse(text, line)
    const isEnd = AuditEnd.safeParse(value)
    if (isEnd.success) {
      end = isEnd.data
      const { lines, hash } = chain.head()
      if (end.lines > lines)
        throw new AuditFault(`${events(lines + 1, end.lines)} missing before line ${line}.`)
      if (end.lines !== lines || end.hash !== hash)
        throw new AuditFault(`Line ${line}, the last one, was changed.`)
      continue
    }
    const parsed = AuditLine.safeParse(value)
    if (!parsed.success) throw new AuditFault(`Line ${line} was changed: it has not the form of an event.`)
    await check(parsed.data, chain, { file, line })
    chain.take(parsed.data)
    yield parsed.data
  }
  if (!end) throw new AuditFault(`${file} ends after line ${line} without its last line: it was cut off.`)
}

const events = (first: number, last: number) =>
  first === last ? `Event ${first} is` : `Events ${first} to ${last} are`

/** @throws AuditFault */
const check = async (found: AuditLine, chain: Chain, { file, line }: { file: string; line: number }) => {
  const head = chain.head()
  const wanted = head.lines + 1
  if (found.n < wanted) {
    const again =
      found.hash === head.hash
        ? `repeats event ${found.n}`
        : `has event ${found.n}, out of order or a second time`
    throw new AuditFault(`Line ${line} ${again}.`)
  }
  if (found.n > wanted) {
    const place = await placeOf(wanted, file, line)
    throw new AuditFault(
      place === undefined
        ? `${events(wanted, found.n - 1)} missing before line ${line}.`
        : `Lines are out of order: event ${wanted} is in line ${place} and belongs before line ${line}.`,
    )
  }
  const expected = chain.next(found)
  if (expected.streamHash !== found.streamHash || expected.hash !== found.hash)
    throw new AuditFault(`Line ${line} was changed: event ${found.n}, ${found.type} in ${found.stream}.`)
  const position = parsePosition(found.position)
  const before = parsePosition(head.position)
  const last = chain.streamHead(found.stream)
  const isAfterLast =
    last === undefined ||
    (last.revision !== null && (found.revision ?? Number.POSITIVE_INFINITY) > last.revision)
  if (!position || (before && comparePositions(position, before) <= 0) || !isAfterLast)
    throw new AuditFault(`Line ${line} is out of order: event ${found.n} is not after those before it.`)
}

/** The line of an event further down; undefined where it has none. */
const placeOf = async (n: number, file: string, after: number): Promise<number | undefined> => {
  let line = 0
  for await (const text of linesOf(file)) {
    line += 1
    if (line > after && text.startsWith(`{"n":${n},`)) return line
  }
  return undefined
}

/** The chain of files that continue one another. @throws AuditFault */
export const chainOf = async (
  files: readonly string[],
  scope: Pick<AuditHeader, 'storeId' | 'libraryId'>,
): Promise<Chain> => {
  const chain = createChain(rootOf(scope))
  for (const file of files) for await (const _ of readFile(file, chain));
  return chain
}
