import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BackupFault } from './fault.ts'
import type { Place, Stored } from './place/place.ts'
import { isSealed, type Seal } from './seal.ts'

/** The SHA-256 of what is stored, which is its name. */
export const ObjectName = z.string().regex(/^[0-9a-f]{64}$/)

export type Objects = {
  /** @returns its name */
  put(bytes: Uint8Array): Promise<string>
  /** @throws BackupFault where it is missing, damaged, of another key, or open where it must be encrypted */
  get(name: string, isEncrypted?: boolean): Promise<Buffer>
}

const FOLDER = 'objects'

/** Pieces of backups, which several backups share and nothing changes. */
export const objectsIn = (place: Place, seal: Seal): Objects => ({
  put: async bytes => {
    const stored = await seal.close(bytes)
    const name = sha256(stored)
    await place.put(`${FOLDER}/${name}`, stored)
    return name
  },
  get: async (name, isEncrypted = false) => {
    const stored = await place.get(`${FOLDER}/${name}`)
    if (stored === undefined) throw new BackupFault(`${place.address} lacks ${FOLDER}/${name}.`)
    if (sha256(stored) !== name) throw new BackupFault(`${FOLDER}/${name} in ${place.address} is damaged.`)
    if (isEncrypted && !isSealed(stored))
      throw new BackupFault(`${FOLDER}/${name} in ${place.address} is not encrypted, as its backup is.`)
    return seal.open(stored)
  },
})

/** All pieces in a place, also those of no backup. */
export const listObjects = async (place: Place): Promise<Stored[]> =>
  (await place.list(FOLDER)).map(stored => ({ ...stored, name: stored.name.slice(FOLDER.length + 1) }))

export const removeObject = (place: Place, name: string): Promise<void> => place.remove(`${FOLDER}/${name}`)

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
