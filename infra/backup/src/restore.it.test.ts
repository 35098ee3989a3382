import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { devicesOf, PASSWORD } from '@lectern/gateway/test-support/devices.ts'
import { startGateway } from '@lectern/gateway/test-support/gateway.ts'
import { connectPostgres } from '@lectern/platform/postgres/postgres.ts'
import { duringTests, startOwnParts, type TestParts } from '@lectern/stack/test-support/parts.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from './back-up.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { openFolder } from './place/folder.ts'
import { backupEnv, openTestBackups, restoreInto, storesOf } from './test-support/backups.ts'

const parts = duringTests(startOwnParts)
const gateway = duringTests(() => startGateway(parts))
const { signUp, extract } = devicesOf(gateway)

type Gateway = Awaited<ReturnType<typeof startGateway>>
const call = async (on: Gateway, cookies: string, method: string, path: string, body?: unknown) => {
  const { status, text } = await on.ask({ method, path, body }, cookies)
  return { status, json: text.startsWith('{') ? JSON.parse(text) : text }
}
const save = async (cookies: string, url: string) => {
  const saved = await call(gateway, cookies, 'POST', '/api/links', { url, title: url })
  expect(saved.status).toBe(201)
  return saved.json.id as number
}
const libraryOf = async (on: Gateway, cookies: string) => ({
  links: (await call(on, cookies, 'GET', '/api/links')).json.links,
  notes: (await call(on, cookies, 'GET', '/api/notes')).json,
  user: { ...(await call(on, cookies, 'GET', '/api/user')).json, epoch: undefined },
})
const signIn = async (on: Gateway, email: string) => {
  const body = { email, password: PASSWORD }
  const { status, cookies } = await on.ask({ method: 'POST', path: '/api/login', body })
  return { status, cookies }
}
const makeToken = async (cookies: string): Promise<{ id: string; token: string }> => {
  const body = { name: 'Script', scope: 'write', expiresInDays: null, currentPassword: PASSWORD }
  return (await call(gateway, cookies, 'POST', '/api/account/tokens', body)).json
}
const asToken = (on: Gateway, token: string) =>
  on.ask({ method: 'GET', path: '/api/links', headers: { authorization: `Bearer ${token}` } })

const opened: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of opened) await close()
})
const openBackups = async (env: Record<string, string>) => {
  const backups = await openTestBackups(env)
  opened.push(backups.close)
  return backups
}
/** Parts that nobody has used. */
const emptyParts = async (): Promise<TestParts> => {
  const fresh = await startOwnParts()
  opened.push(fresh.stop)
  return fresh
}
const serve = async (on: TestParts) => {
  const served = await startGateway(on)
  opened.push(served.stop)
  return served
}

describe('a backup', () => {
  const env: Record<string, string> = {}
  let backups: Awaited<ReturnType<typeof openTestBackups>>
  beforeAll(async () => {
    Object.assign(env, backupEnv(parts))
    backups = await openBackups(env)
  })

  it('brings everything back into an empty installation, and ends sessions and what was ended since', async () => {
    const [ann, ben, eve] = [await signUp(), await signUp(), await signUp()]
    await gateway.setPlan(ann.email, 'ultra')
    const url = `https://page.example/${ann.username}`
    const linkId = await save(ann.cookies, url)
    await extract(url, '<h2>Fog</h2><p>It lay over the harbour.</p>')
    await call(gateway, ann.cookies, 'POST', `/api/links/${linkId}/notes`, { type: 'note', content: 'Mine' })
    await save(ben.cookies, 'https://page.example/ben')
    await save(eve.cookies, 'https://page.example/eve')
    const shared = { kind: 'article', linkId, withNotes: false, fullText: false }
    const page = (await call(gateway, ann.cookies, 'POST', '/api/shares', shared)).json
    const [kept, revoked] = [await makeToken(ann.cookies), await makeToken(ann.cookies)]
    const content = async (on: Gateway, cookies: string) =>
      (await call(on, cookies, 'GET', `/api/links/${linkId}/content`)).json.content
    await expect.poll(() => content(gateway, ann.cookies)).toContain('harbour')
    const before = await libraryOf(gateway, ann.cookies)

    const { name, events, isIncremental } = await backUp(backups)
    expect([events > 10, isIncremental]).toEqual([true, false])
    await save(ben.cookies, 'https://page.example/later')
    await call(gateway, ann.cookies, 'DELETE', `/api/account/tokens/${revoked.id}`)
    await call(gateway, ann.cookies, 'DELETE', `/api/shares/${page.id}`)
    const confirmed = { currentPassword: PASSWORD, confirmation: 'DELETE' }
    expect((await call(gateway, eve.cookies, 'POST', '/api/account/delete', confirmed)).status).toBe(200)
    await backUp(backups)

    const target = await emptyParts()
    await restoreInto(target, env, name)
    const other = await serve(target)
    expect((await call(other, ann.cookies, 'GET', '/api/links')).status).toBe(401)
    const again = await signIn(other, ann.email)
    await expect.poll(() => libraryOf(other, again.cookies)).toEqual(before)
    expect(await content(other, again.cookies)).toContain('harbour')
    const bens = await libraryOf(other, (await signIn(other, ben.email)).cookies)
    expect(bens.links).toMatchObject([{ url: 'https://page.example/ben' }])

    expect((await asToken(other, kept.token)).status).toBe(200)
    expect((await asToken(other, revoked.token)).status).toBe(401)
    expect((await other.ask({ method: 'GET', path: page.path ?? new URL(page.url).pathname })).status).toBe(
      410,
    )
    expect((await signIn(other, eve.email)).status).toBe(401)
    // The closing of accounts goes on from there, once workers answer.
    expect((await other.pool.query('SELECT FROM identity.closings')).rowCount).toBe(1)

    const saved = await call(other, again.cookies, 'POST', '/api/links', {
      url: 'https://new.example',
      title: 'New',
    })
    expect([saved.status, saved.json.id]).toEqual([201, linkId + 1])
    const BACKUP_TO = `${env.BACKUP_TO}-copied`
    await cp(env.BACKUP_TO as string, BACKUP_TO, { recursive: true })
    const copy = await openBackups({ ...env, ...storesOf(target), BACKUP_TO })
    await expect(backUp(copy)).rejects.toThrow('has backups of another installation')
    expect((await backUp(copy, true)).isIncremental).toBe(false)
    const mails = await other.pool.query('SELECT FROM command.mails WHERE ended_at IS NULL')
    expect(mails.rowCount).toBe(0)
    expect(await readdir(join(target.dataDir, 'outbox')).catch(() => [])).toEqual([])
  })

  it('adds only what is new, and leaves out what was deleted', async () => {
    const { cookies } = await signUp()
    await save(cookies, 'https://more.example/1')
    await gateway.pool.query(
      `INSERT INTO content.documents (hash, html, text, words, searched) SELECT md5(n::text), 'x', 'x', 1, '' FROM generate_series(1, 5) AS n`,
    )
    await gateway.pool.query(
      `INSERT INTO content.images (hash, width, height, bytes) SELECT 'image' || n, 1, 1, 1 FROM generate_series(1, 5) AS n`,
    )
    await gateway.pool.query(
      `INSERT INTO content.image_copies (hash, width, content) SELECT hash, w, '\\x00ff' FROM content.images, generate_series(1, 2) AS w`,
    )
    const place = openFolder(env.BACKUP_TO as string)
    const first = await readManifest(place, (await backUp(backups)).name)
    await gateway.pool.query('DELETE FROM content.documents WHERE hash IN (md5($1), md5($2))', ['1', '2'])
    await gateway.pool.query(
      `INSERT INTO content.documents (hash, html, text, words, searched) VALUES ('six', 'x', 'tab\there', 1, '')`,
    )
    await gateway.pool.query(`DELETE FROM content.images WHERE hash = 'image3'`)
    const { name, isIncremental } = await backUp(backups)
    const second = await readManifest(place, name)
    expect(isIncremental).toBe(true)
    const packsOf = ({ packs }: typeof first) => packs.filter(({ table }) => table === 'content.documents')
    expect(packsOf(second).slice(0, -1)).toEqual(packsOf(first))
    expect(packsOf(second).at(-1)?.rows).toBe(1)
    expect(second.gone.find(({ table }) => table === 'content.documents')?.rows).toBe(2)
    expect(second.events.segments.slice(0, first.events.segments.length)).toEqual(first.events.segments)

    const target = await emptyParts()
    await restoreInto(target, env, name)
    const pool = connectPostgres({ url: target.databaseUrl, name: 'test', max: 1 })
    opened.push(() => pool.end())
    for (const rows of [
      'hash, text FROM content.documents',
      'hash, width, content FROM content.image_copies',
    ]) {
      const query = `SELECT ${rows} ORDER BY 1, 2`
      expect((await pool.query(query)).rows).toEqual((await gateway.pool.query(query)).rows)
    }
  })

  it('is whole once a month', async () => {
    const place = openFolder(env.BACKUP_TO as string)
    const { name } = await backUp(backups)
    const manifest = await readManifest(place, name)
    const earlier = await writeManifest(place, { ...manifest, wholeAt: '2026-01-31T23:59:00.000Z' })
    await place.remove(`backups/${name}.json`)
    await gateway.pool.query('UPDATE backup.newest SET name = $1 WHERE place = $2', [earlier, place.address])
    expect((await backUp(backups)).isIncremental).toBe(false)
    expect((await backUp(backups)).isIncremental).toBe(true)
  })

  it('is taken anew where the place has others', async () => {
    const elsewhere = await openBackups(backupEnv(parts))
    expect((await backUp(elsewhere)).isIncremental).toBe(false)
    expect((await backUp(backups)).isIncremental).toBe(false)
  })
})

describe('a restore', () => {
  const env: Record<string, string> = {}
  let name = ''
  let objects: string[] = []
  beforeAll(async () => {
    Object.assign(env, backupEnv(parts))
    name = (await backUp(await openBackups(env))).name
    objects = await readdir(join(env.BACKUP_TO as string, 'objects'))
  })
  const fileOf = (object: string) => join(env.BACKUP_TO as string, 'objects', object)
  const flipLastBits = async (some: readonly string[] = objects) => {
    for (const object of some) {
      const bytes = await readFile(fileOf(object))
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      await writeFile(fileOf(object), bytes)
    }
  }

  it('is refused where there is data, and changes nothing', async () => {
    const before = await gateway.store.end()
    await expect(restoreInto(parts, env, name)).rejects.toThrow(
      'There is data already: a backup is restored into an empty installation.',
    )
    expect(await gateway.store.end()).toEqual(before)
  })

  it('names a damaged, a missing and an unknown part, and lets nothing start on what it began', async () => {
    const target = await emptyParts()
    const manifest = await readManifest(openFolder(env.BACKUP_TO as string), name)
    const ofTable = manifest.tables.find(({ table }) => table === 'identity.users')?.objects ?? []
    const ofPack = manifest.packs.slice(-1).map(({ object }) => object)
    await flipLastBits()
    await expect(restoreInto(target, env, name)).rejects.toThrow(/^objects\/[0-9a-f]{64} in .* is damaged\.$/)
    await flipLastBits()
    for (const object of [...ofTable, ...ofPack]) {
      await flipLastBits([object])
      await expect(restoreInto(target, env, name)).rejects.toThrow(`objects/${object} in`)
      await flipLastBits([object])
    }
    const { rows } = await connected(target).query('SELECT name FROM restoring.backup')
    expect(rows).toEqual([{ name }])

    await rm(fileOf(objects[0] as string))
    await expect(restoreInto(target, env, name)).rejects.toThrow('The backup is not whole')
    await expect(restoreInto(target, env, name.replace(/.$/, 'x'))).rejects.toThrow('has no backup')
  })

  it('refuses a backup of a newer version, of another manifest, and of another key', async () => {
    const place = openFolder(env.BACKUP_TO as string)
    const manifest = await readManifest(place, name)
    const file = join(env.BACKUP_TO as string, 'backups', `${name}.json`)
    await writeFile(file, JSON.stringify({ ...manifest, format: 2 }))
    await expect(readManifest(place, name)).rejects.toThrow('is damaged')
    const later = await writeManifest(place, { ...manifest, format: 2 } as never)
    await expect(readManifest(place, later)).rejects.toThrow('was written by a newer Lectern')
    const migrations = { ...manifest.migrations, identity: ['9999-later.sql'] }
    const newer = await writeManifest(place, { ...manifest, migrations })
    await expect(restoreInto(await emptyParts(), env, newer)).rejects.toThrow(
      'which is newer (identity/9999-later.sql): restore it with that version.',
    )

    const [identity, wrong] = [await generateX25519Identity(), await generateX25519Identity()]
    const sealed: Record<string, string> = {
      ...backupEnv(parts),
      BACKUP_RECIPIENTS: await identityToRecipient(identity),
    }
    const encrypted = await backUp(await openBackups(sealed))
    for (const object of await readdir(join(sealed.BACKUP_TO as string, 'objects')))
      expect(
        (await readFile(join(sealed.BACKUP_TO as string, 'objects', object))).toString('latin1'),
      ).toMatch(/^age-encryption\.org\/v1/)
    const target = await emptyParts()
    await expect(restoreInto(target, sealed, encrypted.name)).rejects.toThrow('BACKUP_IDENTITY must have')
    const withWrong = { ...sealed, BACKUP_IDENTITY: wrong }
    await expect(restoreInto(target, withWrong, encrypted.name)).rejects.toThrow('does not open the backup')
    const { events } = await restoreInto(target, { ...sealed, BACKUP_IDENTITY: identity }, encrypted.name)
    expect(events).toBeGreaterThan(10)
  })

  const connected = (on: TestParts) => {
    const pool = connectPostgres({ url: on.databaseUrl, name: 'test', max: 1 })
    opened.push(() => pool.end())
    return pool
  }
})
