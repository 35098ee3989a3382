import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlace } from './open-place.ts'
import type { Place } from './place.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-place-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The part of S3 that backups use, in memory. Listings have two objects a page. */
const objects = new Map<string, Buffer>()
const answer = async (request: IncomingMessage): Promise<[number, string | Buffer]> => {
  const url = new URL(request.url ?? '', 'http://s3')
  const path = decodeURIComponent(url.pathname)
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return [403, '']
  if (request.method === 'PUT') {
    objects.set(path, await buffer(request))
    return [200, '']
  }
  if (request.method === 'DELETE') {
    objects.delete(path)
    return [204, '']
  }
  if (!url.searchParams.has('list-type')) {
    const object = objects.get(path)
    return object ? [200, object] : [404, '<Error><Code>NoSuchKey</Code></Error>']
  }
  const prefix = `/bucket/${url.searchParams.get('prefix')}`
  const all = [...objects].filter(([key]) => key.startsWith(prefix)).sort()
  const from = Number(url.searchParams.get('continuation-token') ?? 0)
  const contents = all
    .slice(from, from + 2)
    .map(
      ([key, { length }]) =>
        `<Contents><Key>${key.slice('/bucket/'.length)}</Key><Size>${length}</Size><LastModified>2026-11-29T00:00:00.000Z</LastModified></Contents>`,
    )
  const more = from + 2 < all.length
  const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  return [
    200,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  ]
}
const server = createServer(async (request, response) => {
  const [status, body] = await answer(request)
  response.writeHead(status).end(body)
})
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

const atServer = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const keys = { backupS3Key: 'key', backupS3Secret: 'secret', backupS3Region: 'auto' }
const places: Record<string, () => Place> = {
  folder: () => openPlace({ backupTo: folder, ...keys }),
  bucket: () => openPlace({ backupTo: atServer('/bucket/in/it'), ...keys }),
}

describe.each(Object.entries(places))('a %s', (_, open) => {
  it('keeps, gives, lists and removes', async () => {
    const place = open()
    expect([await place.get('objects/a'), await place.list('objects')]).toEqual([undefined, []])
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await place.put(`objects/${name}`, Buffer.from(`of ${name}`))
    await place.put('others/a', Buffer.from([0, 255]))
    await place.put('objects/a', Buffer.from('anew'))
    expect((await place.get('objects/a'))?.toString()).toBe('anew')
    expect(await place.get('others/a')).toEqual(Buffer.from([0, 255]))
    const listed = (await place.list('objects')).toSorted((a, b) => a.name.localeCompare(b.name))
    expect(listed.map(({ name, bytes }) => [name, bytes])).toEqual([
      ...[
        ['objects/a', 4],
        ['objects/b', 4],
        ['objects/c', 4],
        ['objects/d', 4],
        ['objects/e', 4],
      ],
    ])
    expect(listed.every(({ at }) => at instanceof Date && at.getTime() > 0)).toBe(true)
    await place.remove('objects/a')
    await place.remove('objects/a')
    expect(await place.get('objects/a')).toBeUndefined()
  })
})

it('a folder shows no file that was not written to its end', async () => {
  const place = openPlace({ backupTo: folder, ...keys })
  await place.put('objects/whole', Buffer.from('whole'))
  writeFileSync(join(folder, 'objects', 'half.0.part'), 'ha')
  expect((await place.list('objects')).map(({ name }) => name)).not.toContain('objects/half.0.part')
  rmSync(join(folder, 'objects', 'half.0.part'))
  expect(readdirSync(join(folder, 'objects')).filter(name => name.endsWith('.part'))).toEqual([])
})

it('a place that cannot be used is named', async () => {
  writeFileSync(join(folder, 'file'), '')
  const inFile = openPlace({ backupTo: join(folder, 'file'), ...keys })
  await expect(inFile.put('objects/a', Buffer.from('a'))).rejects.toThrow(
    'cannot be used for backups (ENOTDIR).',
  )
  const refused = openPlace({ ...keys, backupTo: atServer('/bucket'), backupS3Key: 'other' })
  await expect(refused.put('objects/a', Buffer.from('a'))).rejects.toThrow('cannot be used for backups: ')
  await expect(refused.get('objects/a')).rejects.toThrow('cannot be used for backups: ')
  expect(() => openPlace(keys)).toThrow('BACKUP_TO must name a folder')
  expect(() => openPlace({ ...keys, backupTo: 'https://s3.example' })).toThrow('names no bucket')
})
