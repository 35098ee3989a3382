import { expect, it, test } from 'vitest'
import { FetchFailure } from '../safe-fetch/failure.ts'
import { logTo } from './log.ts'
import { inTraces } from './tracing.ts'

const lines: Record<string, unknown>[] = []
const log = logTo({ write: line => lines.push(JSON.parse(line)) }, { name: 'test', level: 'trace' })
const written = (fields: object | Error, message = 'said') => {
  lines.length = 0
  log.debug(fields, message)
  return lines[0]
}

test.each([
  ['a page at https://site.example/a?b=c is away', 'a page at <address> is away'],
  ['esdb://user:password@host:2113?tls=false', '<address>'],
  ['550 <ann@example.org>: Recipient rejected', '550 <address>: Recipient rejected'],
  ['Key (email)=(ann@example.org) exists', 'Key (email)=(<address>) exists'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('%s is logged as %s', (text, said) => {
  expect(written({ reason: text, deep: [{ text }], err: text })).toMatchObject({
    reason: said,
    deep: [{ text: said }],
    err: said,
  })
  expect(written(new Error(text), text)).toMatchObject({ msg: said, err: { message: said } })
})

it('secrets are left out at any depth', () => {
  const fields = { password: 'p', given: { headers: { cookie: 'c' }, limits: { files: 1 } }, token: 't' }
  expect(written(fields)).toMatchObject({
    password: '<secret>',
    given: { headers: '<secret>', limits: { files: 1 } },
    token: '<secret>',
  })
})

it('an error has its kind, code, causes and stack, and no other field', () => {
  const cause = Object.assign(new TypeError('of ann@example.org'), { recipient: 'ann@example.org' })
  const error = Object.assign(new Error('no row', { cause }), {
    ...{ code: '23505', constraint: 'users_email_key' },
    ...{ detail: 'Key (email)=(ann@example.org)', where: 'COPY links, line 1: "https://site.example"' },
  })
  const { err } = written({ err: error }) as { err: { stack: string } }
  expect(err).toEqual({
    ...{ type: 'Error', message: 'no row', code: '23505', constraint: 'users_email_key' },
    stack: expect.stringMatching(/^ {4}at /),
    cause: { type: 'TypeError', message: 'of <address>', stack: expect.any(String) },
  })
})

it('an error that may name the host of a link has its code alone', () => {
  const cause = new Error('getaddrinfo ENOTFOUND site.example')
  const failure = new FetchFailure('dns-failed', cause.message, { cause })
  const line = written({ err: new Error('a job failed', { cause: failure }) })
  expect(line).toMatchObject({
    err: { message: 'a job failed', cause: { code: 'dns-failed', message: 'dns-failed' } },
  })
  expect(JSON.stringify(line)).not.toContain('site.example')
})

it('a line has the trace at hand', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect(inTraces([traceparent], () => written({}))).toMatchObject({
    ...{ name: 'test', trace: '0af7651916cd43dd8448eb211c80319c', msg: 'said' },
  })
  expect(written({})).not.toHaveProperty('trace')
})
