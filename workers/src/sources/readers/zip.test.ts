import { describe, expect, it, test } from 'vitest'
import { fileOf } from '../../test-support/import-files.ts'
import { zipOf } from '../../test-support/zip.ts'
import { FileRefused } from '../source.ts'
import { bytesOf } from './text.ts'
import { openZip } from './zip.ts'

/** A ZIP whose names are replaced by others of equal length, which its writer would not take. */
const renamed = async (from: string, to: string, content = 'a,b\n'): Promise<Buffer> => {
  const zip = await zipOf({ [from]: content })
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

const reasonFor = async (zip: Uint8Array): Promise<string> => {
  try {
    for (const file of await openZip(fileOf(zip))) await bytesOf(file.read())
    return 'none'
  } catch (error) {
    if (error instanceof FileRefused) return error.reason
    throw error
  }
}

describe('openZip', () => {
  it('gives its files by name, and they can be read again, in part too', async () => {
    const files = await openZip(
      fileOf(await zipOf({ 'b.csv': 'later', 'dir/a.json': '[]', 'a.csv': 'first' })),
    )
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['a.csv', 5],
      ['b.csv', 5],
      ['dir/a.json', 2],
    ])
    for (const _ of [1, 2])
      expect((await bytesOf(files[0]?.read() ?? fileOf('').read())).toString()).toBe('first')
    expect((await bytesOf(files[0]?.read(1, 3) ?? fileOf('').read())).toString()).toBe('ir')
  })

  it('reads a ZIP that comes in small pieces', async () => {
    const zip = await zipOf({ 'a.csv': 'a,b\n'.repeat(1_000) })
    const [file] = await openZip(fileOf(zip, { size: 1 }))
    expect(await bytesOf(file?.read() ?? fileOf('').read())).toHaveLength(4_000)
  })

  it('reads many small files in a few steps', async () => {
    const cards = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`${1_000 + n}.md`, `text ${n}`]),
    )
    const file = fileOf(await zipOf(cards))
    let reads = 0
    const counted: typeof file = {
      ...file,
      read(start, end) {
        reads++
        return file.read(start, end)
      },
    }
    const texts: string[] = []
    for (const card of await openZip(counted)) texts.push((await bytesOf(card.read())).toString())
    expect(texts).toEqual(Object.values(cards))
    expect(reads).toBeLessThan(20)
  })

  it('leaves out what a Mac adds', async () => {
    const zip = await zipOf({ '__MACOSX/._a.csv': 'x', '.DS_Store': 'x', 'a.csv': 'x' })
    expect((await openZip(fileOf(zip))).map(({ name }) => name)).toEqual(['a.csv'])
  })

  it('refuses a ZIP in a ZIP', async () => {
    const inner = await zipOf({ 'a.csv': 'x' })
    expect(await reasonFor(await zipOf({ 'inner.zip': inner }))).toBe('zip-refused')
    expect(await reasonFor(await zipOf({ 'part_000000.csv': inner }))).toBe('zip-refused')
  })

  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7')],
  ])('refuses %s that is named a table', async (_, content) => {
    expect(await reasonFor(await zipOf({ 'a.csv': content }))).toBe('zip-refused')
  })

  it('refuses an entry that unpacks to 200 times its size', async () => {
    expect(await reasonFor(await zipOf({ 'a.csv': Buffer.alloc(2_000_000) }))).toBe('zip-refused')
  })

  it('refuses more than 500 MB in all', async () => {
    const zip = await zipOf({ 'a.csv': 'x'.repeat(300), 'b.csv': 'y'.repeat(300) }, { compress: false })
    const sizes = Buffer.alloc(4)
    const claimed = Buffer.alloc(4)
    sizes.writeUInt32LE(300)
    claimed.writeUInt32LE(300_000_000)
    const claims = Buffer.from(
      zip.toString('latin1').replaceAll(sizes.toString('latin1'), claimed.toString('latin1')),
      'latin1',
    )
    expect(await reasonFor(claims)).toBe('zip-too-large')
  })

  it('refuses 20,000 entries', async () => {
    const files = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}.md`, 'x']))
    expect(await reasonFor(await zipOf(files, { compress: false }))).toBe('zip-refused')
  })

  it('refuses a symbolic link', async () => {
    expect(await reasonFor(await zipOf({ 'a.csv': '/etc/passwd' }, { mode: 0o120777 }))).toBe('zip-refused')
  })

  test.each(['../x.csv', '/abs.csv', 'a/../b.c', 'C:/a.csv'])('refuses the name %s', async name => {
    expect(await reasonFor(await renamed('n'.repeat(name.length), name))).toBe('zip-refused')
  })

  it('refuses an entry that is larger than it says', async () => {
    const zip = await zipOf({ 'a.csv': 'some text that is there\n'.repeat(10) })
    const size = Buffer.alloc(4)
    size.writeUInt32LE(240)
    const lie = Buffer.alloc(4)
    lie.writeUInt32LE(24)
    const lying = Buffer.from(
      zip.toString('latin1').replaceAll(size.toString('latin1'), lie.toString('latin1')),
      'latin1',
    )
    expect(await reasonFor(lying)).toBe('unreadable')
  })

  it('cannot read a ZIP that is cut', async () => {
    const zip = await zipOf({ 'a.csv': 'x'.repeat(1_000) })
    expect(await reasonFor(zip.subarray(0, zip.length - 30))).toBe('unreadable')
  })

  it('lets failures of the storage pass', async () => {
    const broken = {
      ...fileOf(await zipOf({ 'a.csv': 'x' })),
      async *read() {
        yield Buffer.alloc(0)
        throw new Error('no connection')
      },
    }
    await expect(openZip(broken)).rejects.toThrow('no connection')
  })
})
