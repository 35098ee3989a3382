import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupFault } from './fault.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Rows of pictures are hexadecimal: level 3 takes them to their own size, and more gains 2 % for twice the time. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Compresses what is stored, and encrypts it where there are keys. */
export type Seal = {
  /** The public keys, sorted, with commas. Empty: nothing is encrypted. */
  readonly recipients: string
  close(bytes: Uint8Array): Promise<Uint8Array>
  /** @throws BackupFault where the bytes or the key are wrong */
  open(bytes: Uint8Array): Promise<Buffer>
}

export type Keys = {
  /** Public keys, age1…. None: nothing is encrypted. */
  readonly backupRecipients: readonly string[]
  /** The secret key, AGE-SECRET-KEY-1…, that a restore needs. */
  readonly backupIdentity?: string | undefined
}

export const createSeal = ({ backupRecipients, backupIdentity }: Keys): Seal => ({
  recipients: backupRecipients.toSorted().join(),
  close: async bytes => {
    const small = await compress(bytes, LEVEL)
    if (backupRecipients.length === 0) return small
    const encrypter = new Encrypter()
    for (const recipient of backupRecipients) encrypter.addRecipient(recipient)
    return encrypter.encrypt(small)
  },
  open: async bytes => {
    if (!isSealed(bytes)) return await decompress(bytes)
    if (backupIdentity === undefined)
      throw new BackupFault('The backup is encrypted: BACKUP_IDENTITY must have its secret key.')
    const decrypter = new Decrypter()
    decrypter.addIdentity(backupIdentity)
    const small = await decrypter.decrypt(bytes).catch((error: Error) => {
      throw new BackupFault(`The secret key in BACKUP_IDENTITY does not open the backup (${error.message}).`)
    })
    return await decompress(small)
  },
})

const AGE = Buffer.from('age-encryption.org/')

export const isSealed = (bytes: Uint8Array): boolean => AGE.equals(bytes.subarray(0, AGE.length))
