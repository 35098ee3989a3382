import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { BackupFault } from '../fault.ts'
import type { Place, Stored } from './place.ts'

/** Files under way have this ending. */
const PART = '.part'

export const openFolder = (given: string): Place => {
  const root = resolve(given)
  const guarded = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ENOENT') return undefined
      if (code === 'ENOSPC' || code === 'EDQUOT') throw new BackupFault(`There is no space left in ${root}.`)
      if (code === undefined) throw error
      throw new BackupFault(`${root} cannot be used for backups (${code}).`)
    }
  }

  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    const path = join(root, name)
    const part = `${path}.${randomUUID()}${PART}`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    await sync(dirname(path))
  }

  return {
    address: root,
    put: async (name, bytes) => {
      const isPut = await guarded(put(name, bytes).then(() => true))
      if (!isPut) throw new BackupFault(`${root} was removed.`)
    },
    get: name => guarded(readFile(join(root, name))),
    list: async folder => {
      const names = (await guarded(readdir(join(root, folder)))) ?? []
      const files = names.filter(name => !name.endsWith(PART)).map(name => facts(root, `${folder}/${name}`))
      return (await Promise.all(files)).filter(file => file !== undefined)
    },
    remove: async name => {
      await guarded(rm(join(root, name), { force: true }))
    },
  }
}

/** undefined where it was removed meanwhile. */
const facts = async (root: string, name: string): Promise<Stored | undefined> => {
  const file = await stat(join(root, name)).catch(() => undefined)
  return file && { name, at: file.mtime, bytes: file.size }
}

/** Keeps a name in a folder, too, when the machine loses its power. */
const sync = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
