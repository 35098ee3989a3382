// @vitest-environment node
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import linter from 'addons-linter'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readPrefill } from '../src/features/library/add-link/prefill.ts'
import { buildExtension } from './build.ts'
import { saveAddress } from './src/save-address.ts'
import { saveAtOnce } from './src/save-at-once.ts'
import { originOf, permissionFor } from './src/server.ts'
import { isToken } from './src/token.ts'

let folder: string
let archives: string[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-extension-'))
  archives = await buildExtension(join(folder, 'once'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifestOf = (browser: string) =>
  JSON.parse(readFileSync(join(folder, 'once', browser, 'manifest.json'), 'utf8'))

test.each(['chromium', 'firefox'])('the extension for %s may read no site at install', browser => {
  const manifest = manifestOf(browser)
  expect(manifest.manifest_version).toBe(3)
  expect(manifest.permissions).toEqual(['activeTab', 'scripting', 'storage'])
  expect(manifest.optional_host_permissions).toEqual([
    ...['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
  ])
  for (const wider of [
    'host_permissions',
    'content_scripts',
    'optional_permissions',
    'externally_connectable',
  ])
    expect(manifest).not.toHaveProperty(wider)
})

test('equal files give equal archives', async () => {
  const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
  const again = await buildExtension(join(folder, 'again'))
  expect(again.map(hashOf)).toEqual(archives.map(hashOf))
})

test('the linter of Firefox finds nothing in the extension', async () => {
  const [archive] = archives.filter(file => file.endsWith('-firefox.zip'))
  const config = {
    _: [archive],
    logLevel: 'fatal',
    output: 'none',
    boring: true,
    selfHosted: false,
    stack: false,
  }
  const { errors, warnings, notices } = await linter.createInstance({ config, runAsBinary: false }).run()
  expect([...errors, ...warnings, ...notices]).toEqual([])
})

test.each([
  ['an address with all that a query gives a meaning', 'https://a.test/?q=a%20b&c=d#e', 'T & U = 100% + ü'],
  ['an address in a query', 'https://a.test/?next=https%3A%2F%2Fb.test%2F', 'Next'],
  ['a page without a title', 'https://a.test/', ''],
])('the form has %s as the extension gave it', (_, url, title) => {
  const { pathname, search } = new URL(saveAddress('https://lectern.example', { url, title }, '7'))
  expect(readPrefill(pathname, search)).toEqual({
    url,
    ...(title && { title }),
    via: 'extension',
    offer: '7',
  })
})

test('a long title is cut to what a link may have', () => {
  const { search } = new URL(
    saveAddress('https://lectern.example', { url: 'https://a.test', title: 'x'.repeat(900) }),
  )
  expect(readPrefill('/share', search)?.title).toHaveLength(200)
})

test.each([
  [' lectern.example ', 'https://lectern.example'],
  ['https://lectern.example:8443/dashboard?x', 'https://lectern.example:8443'],
  ['localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://lectern.example', null],
  ['http://localhost.evil.example', null],
  ['https://mina@lectern.example', null],
  ['ftp://lectern.example', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the address %s is of the server %s', (typed, origin) => {
  expect(originOf(typed)).toBe(origin)
})

test('a permission is asked for the one server', () => {
  expect(permissionFor('https://lectern.example:8443')).toEqual({ origins: ['https://lectern.example/*'] })
})

afterEach(() => vi.unstubAllGlobals())
const kept = { server: 'https://lectern.example', token: 'lect_abc' }

test.each([
  [201, '✓'],
  [409, '='],
  [402, '!'],
  [401, undefined],
  [403, undefined],
  [429, undefined],
  [503, undefined],
])('an answer of %i shows %s, and without a sign the form opens', async (status, badge) => {
  const fetched = vi.fn(async (_address: string, _request: RequestInit) => new Response('{}', { status }))
  vi.stubGlobal('fetch', fetched)
  const outcome = await saveAtOnce(kept, { url: 'https://a.test/?q=1', title: `  ${'x'.repeat(300)}` })
  expect(outcome?.badge).toBe(badge)
  const [address, request] = fetched.mock.calls[0] ?? []
  expect(address).toBe('https://lectern.example/api/links')
  expect(request).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    headers: { authorization: 'Bearer lect_abc', 'lectern-via': 'extension' },
  })
  expect(JSON.parse(String(request?.body))).toEqual({
    ...{ url: 'https://a.test/?q=1', title: 'x'.repeat(198), titleFrom: 'page' },
  })
})

test('the form opens where no answer comes', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await saveAtOnce(kept, { url: 'https://a.test' })).toBeUndefined()
})

test.each([
  [`lect_${'x'.repeat(43)}`, true],
  ['lect_', false],
  [`lect_${'x'.repeat(20)} `, false],
  ['a password', false],
])('%s is a token: %s', (typed, is) => expect(isToken(typed)).toBe(is))
