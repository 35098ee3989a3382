import { randomUUID } from 'node:crypto'
import { readFile as read, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountStream } from '@lectern/contracts/events/account.ts'
import {
  type AuditEnd,
  type AuditHeader,
  AuditLine,
  createChain,
  lineOf,
  rootOf,
} from '@lectern/platform/audit/chain.ts'
import type { EventStore, RecordedEvent } from '@lectern/platform/event-store/port.ts'
import { AT, aLibrary, aNotebook, anArticle } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startProjections } from '../test-support/projections.ts'
import { exportAudit } from './export.ts'
import { chainOf, readHeader } from './read-file.ts'
import { verifyAudit } from './verify.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))
const [ann, ben] = [aLibrary(), aLibrary()]

const record = async (from: number) => {
  for (const library of [ann, ben])
    await projections.record(library.stream, [
      library.saved(from),
      library.saved(from + 1, { title: 'Lines\u2028of a \u2029title\r\nand “more”' }),
    ])
  await projections.record(aNotebook(ann.id).stream, [aNotebook(ann.id).taken(from, from)])
}
beforeAll(async () => {
  for (const library of [ann, ben]) {
    await projections.record(library.stream, [library.opened()])
    await projections.record(accountStream(library.id), [{ type: 'MailUnsubscribed', data: {} }])
  }
  await record(1)
})

const newFile = () => join(parts.dataDir, `${randomUUID()}.jsonl`)
const write = async ({ libraryId = null as string | null, earlier = [] as readonly string[] } = {}) => {
  const file = newFile()
  const written = await exportAudit(projections.store, projections.storeId, { file, libraryId, earlier })
  return { file, ...written }
}
const verify = (file: string, earlier: readonly string[] = []) =>
  verifyAudit(projections.store, projections.storeId, { file, earlier })
const linesOf = async (file: string) => (await read(file, 'utf8')).trimEnd().split('\n')
const eventsIn = async (file: string) =>
  (await linesOf(file)).slice(1, -1).map(line => AuditLine.parse(JSON.parse(line)))
const withLines = async (lines: readonly string[], end = '\n') => {
  const file = newFile()
  await writeFile(file, `${lines.join('\n')}${end}`)
  return file
}

it('an audit file has every event of the store once, in order, and can be verified', async () => {
  const { file, events, hash } = await write()
  expect(await verify(file)).toEqual({ events, hash, gaps: 0 })
  const written = await eventsIn(file)
  expect(written.map(({ n }) => n)).toEqual(written.map((_, at) => at + 1))
  const ofBen = written.filter(({ stream }) => stream === ben.stream)
  expect(ofBen.map(({ type }) => type)).toEqual(['LibraryOpened', 'LinkSaved', 'LinkSaved'])
  expect(ofBen[1]?.data).toEqual(ben.saved(1).data)
  await record(3)
  expect(await verify(file)).toEqual({ events, hash, gaps: 0 })
})

it('an audit file continues an earlier file from its head', async () => {
  const first = await write()
  await record(5)
  const second = await write({ earlier: [first.file] })
  await record(7)
  const third = await write({ earlier: [first.file, second.file] })
  const whole = await write()
  expect(third.hash).toBe(whole.hash)
  expect(first.events + second.events + third.events).toBe(whole.events)
  expect(await verify(third.file, [first.file, second.file])).toEqual({
    events: third.events,
    hash: whole.hash,
    gaps: 0,
  })
  await expect(verify(third.file)).rejects.toThrow('continues files with')
  await expect(verify(third.file, [second.file])).rejects.toThrow('continues files with')
  await expect(verify(third.file, [first.file])).rejects.toThrow('and not what was given before it')
})

it('an audit file of one person has what is theirs alone', async () => {
  const { file, hash, events } = await write({ libraryId: ann.id })
  const streams = new Set((await eventsIn(file)).map(({ stream }) => stream))
  expect(streams).toEqual(new Set([ann.stream, aNotebook(ann.id).stream, accountStream(ann.id)]))
  expect(await read(file, 'utf8')).not.toContain(ben.id)
  expect(await verify(file)).toEqual({ events, hash, gaps: 0 })
  await record(9)
  const later = await write({ libraryId: ann.id, earlier: [file] })
  expect(later.events).toBe(3)
  expect(await verify(later.file, [file])).toMatchObject({ events: 3 })
  await expect(write({ libraryId: randomUUID() })).rejects.toThrow('has no library')
})

it('an audit file has a library as of one moment while its person goes on', async () => {
  const { store, storeId, record } = projections
  let isBusy = true
  const busy: EventStore = {
    ...store,
    readStream: async function* (stream, options) {
      const events: RecordedEvent[] = []
      for await (const event of store.readStream(stream, options)) events.push(event)
      if (stream === ann.stream && options === undefined && isBusy) {
        isBusy = false
        await record(ann.stream, [ann.saved(11)])
        await record(aNotebook(ann.id).stream, [aNotebook(ann.id).taken(11, 11)])
      }
      yield* events
    },
  }
  const before = await write({ libraryId: ann.id })
  const file = newFile()
  const { events } = await exportAudit(busy, storeId, { file, libraryId: ann.id, earlier: [] })
  expect([isBusy, events]).toEqual([false, before.events])
  expect(await verify(file)).toMatchObject({ events })
})

it('the verifier names the line that was changed, is missing, doubled or out of order', async () => {
  const { file } = await write()
  const lines = await linesOf(file)
  const found = async (changed: readonly string[], end?: string) =>
    verify(await withLines(changed, end)).then(
      () => 'nothing',
      (error: Error) => error.message,
    )
  const without = (at: number) => lines.toSpliced(at, 1)
  const [third = '', fourth = ''] = lines.slice(3)
  expect(await found(lines.with(4, fourth.replace('"created":"2', '"created":"3')))).toContain(
    'Line 5 was changed: event 4',
  )
  expect(await found(without(4))).toContain('Event 4 is missing before line 5.')
  expect(await found(lines.toSpliced(4, 3))).toContain('Events 4 to 6 are missing before line 5.')
  expect(await found(without(lines.length - 2))).toContain('missing before line')
  expect(await found(lines.toSpliced(4, 0, third))).toContain('Line 5 repeats event 3.')
  expect(await found(lines.toSpliced(7, 0, third))).toContain('Line 8 has event 3')
  expect(await found(lines.with(3, fourth).with(4, third))).toContain(
    'Lines are out of order: event 3 is in line 5 and belongs before line 4.',
  )
  expect(await found(lines.slice(0, -1))).toContain('without its last line')
  expect(await found([...lines.slice(0, 3), third.slice(0, 40)], '')).toContain('Line 4 is not JSON')
  expect(await found([...lines, third])).toContain('comes after the last line')
  expect(await found(lines.with(-1, '{"end":true,"lines":2,"hash":""}'))).toContain(
    'the last one, was changed',
  )
  expect(await found(lines.slice(1))).toContain('not the header')
  expect(await found(lines.with(0, (lines[0] ?? '').replace(projections.storeId, randomUUID())))).toContain(
    'is of the store',
  )
})

it('the verifier finds any single change of a file', async () => {
  const { file } = await write()
  const lines = await linesOf(file)
  const header = await readHeader(file)
  const isFound = async (text: string) => {
    const changed = newFile()
    await writeFile(changed, text)
    return chainOf([changed], header).then(
      () => false,
      () => true,
    )
  }
  const text = `${lines.join('\n')}\n`
  const begin = (lines[0]?.length ?? 0) + 1
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: begin, max: text.length - 2 }),
      fc.constantFrom('0', 'x', ' '),
      async (at, by) => {
        fc.pre(text[at] !== by)
        const changed = `${text.slice(0, at)}${by}${text.slice(at + 1)}`
        // White space between the parts of JSON, and in place of a line's end, says the same.
        fc.pre(
          JSON.stringify(changed.split('\n').map(parsed)) !== JSON.stringify(text.split('\n').map(parsed)),
        )
        expect(await isFound(changed)).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

/** A file whose chain is whole, of other events. */
const forge = async (header: AuditHeader, events: readonly AuditLine[]) => {
  const chain = createChain(rootOf(header))
  const lines = events.map(({ n: _, streamHash: __, hash: ___, ...event }) => {
    const line = chain.next(event)
    chain.take(line)
    return lineOf(line)
  })
  const { lines: count, hash } = chain.head()
  const end: AuditEnd = { end: true, lines: count, hash }
  return withLines([lineOf(header), ...lines, lineOf(end)].map(line => line.trimEnd()))
}

it('the verifier tells a forged file with a chain of its own from the live store', async () => {
  const { file } = await write()
  const [header, events] = [await readHeader(file), await eventsIn(file)]
  expect(await verify(await forge(header, events))).toMatchObject({ events: events.length })
  const [third] = events.slice(2) as [AuditLine]
  await expect(
    verify(await forge(header, events.with(2, { ...third, data: { forged: true } }))),
  ).rejects.toThrow('differs from the one in the store')
  await expect(verify(await forge(header, events.toSpliced(2, 1)))).rejects.toThrow('The file lacks')
  const extra = {
    ...third,
    position: `${BigInt(third.position.split('/')[0] ?? 0) + 1n}/0`,
    stream: 'library-x',
  }
  await expect(verify(await forge(header, events.toSpliced(3, 0, extra)))).rejects.toThrow('The store lacks')
})

it('an audit file that is there is left, and one that cannot be read is named', async () => {
  const { file } = await write()
  const before = await read(file, 'utf8')
  const again = exportAudit(projections.store, projections.storeId, { file, libraryId: null, earlier: [] })
  await expect(again).rejects.toThrow('is there already')
  expect(await read(file, 'utf8')).toBe(before)
  await expect(verify(newFile())).rejects.toThrow('cannot be read: ENOENT')
})

it('the verifier tells events that went with a closed account as gaps, and not as faults', async () => {
  const eve = aLibrary()
  const article = anArticle(`https://example.com/${eve.id}`)
  const account = accountStream(eve.id)
  await projections.record(eve.stream, [eve.opened(), eve.saved(1)])
  await projections.record(account, [{ type: 'MailUnsubscribed', data: {} }])
  await projections.record(article.stream, [article.failed(), article.extracted()])
  const [whole, own] = [await write(), await write({ libraryId: eve.id })]

  const forgotten = { type: 'ArticleForgotten', data: { articleId: article.id, at: AT } } as const
  await projections.record(article.stream, [forgotten])
  await projections.store.truncate(article.stream, 2n)
  for (const stream of [eve.stream, account]) await projections.store.tombstone(stream)
  await projections.record(ben.stream, [ben.saved(20)])
  await expect.poll(async () => (await verify(whole.file)).gaps).toBe(5)
  expect(await verify(own.file)).toEqual({ events: own.events, hash: own.hash, gaps: 3 })
  await expect(write({ libraryId: eve.id })).rejects.toThrow('is closed: its events are gone')

  const next = await write({ earlier: [whole.file] })
  expect(await verify(next.file, [whole.file])).toEqual({ events: next.events, hash: next.hash, gaps: 0 })
  const marks = (await eventsIn(next.file)).filter(({ revision }) => revision === null)
  expect(marks.map(({ stream, type }) => [stream, type])).toEqual(
    [eve.stream, account].map(stream => [stream, '$streamDeleted']),
  )
  const anew = await write()
  expect(await verify(anew.file)).toMatchObject({ gaps: 0 })
  expect(anew.events).toBe(whole.events + next.events - 5)

  // An event of another stream that is missing is a fault all the same.
  const events = await eventsIn(whole.file)
  const header = await readHeader(whole.file)
  const extra = { ...(events.at(-1) as AuditLine), stream: ben.stream, revision: 900 }
  const { position } = events.at(-1) as AuditLine
  const later = { ...extra, position: `${BigInt(position.split('/')[0] ?? 0) + 1n}/0` }
  await expect(verify(await forge(header, [...events, later]))).rejects.toThrow('The store lacks')
})
