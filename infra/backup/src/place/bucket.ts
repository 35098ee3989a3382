import { setTimeout as pause } from 'node:timers/promises'
import { S3mini } from 's3mini'
import { BackupFault } from '../fault.ts'
import type { Place } from './place.ts'

const LONGEST_MS = 120_000
const TRIES = 4
const FIRST_PAUSE_MS = 250

export type Bucket = {
  /** The endpoint, the bucket and a prefix: https://s3.example/bucket/prefix. */
  readonly url: URL
  readonly key: string
  readonly secret: string
  readonly region: string
}

export const openBucket = ({ url, key, secret, region }: Bucket): Place => {
  const [bucket, ...prefix] = url.pathname.split('/').filter(Boolean)
  if (bucket === undefined) throw new BackupFault(`${url.href} names no bucket: https://s3.example/bucket.`)
  const store = new S3mini({
    endpoint: `${url.origin}/${bucket}`,
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    requestAbortTimeout: LONGEST_MS,
  })
  const full = (name: string) => [...prefix, name].join('/')
  /** A bucket is busy for a moment now and then. What it refuses it refuses again. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        const { message, status } = error as { message: string; status?: number }
        if (tries === TRIES || (status !== undefined && status < 500 && status !== 429))
          throw new BackupFault(`${url.href} cannot be used for backups: ${message}`)
      }
      await pause(FIRST_PAUSE_MS * 2 ** tries)
    }
  }
  return {
    address: url.href,
    put: async (name, bytes) => {
      await guarded(() => store.putObject(full(name), bytes, 'application/octet-stream'))
    },
    get: async name => {
      const bytes = await guarded(() => store.getObjectArrayBuffer(full(name)))
      return bytes === null ? undefined : Buffer.from(bytes)
    },
    list: async folder => {
      const objects = await guarded(() => store.listObjects('/', `${full(folder)}/`))
      const start = full('').length
      return (objects ?? []).map(({ Key, LastModified, Size }) => ({
        name: Key.slice(start),
        at: new Date(LastModified),
        bytes: Number(Size),
      }))
    },
    remove: async name => {
      await guarded(() => store.deleteObject(full(name)))
    },
  }
}
