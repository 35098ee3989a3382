import { BackupFault } from '../fault.ts'
import { openBucket } from './bucket.ts'
import { openFolder } from './folder.ts'
import type { Place } from './place.ts'

export type PlaceSettings = {
  /** A folder, or a bucket such as https://s3.example/bucket/prefix. */
  readonly backupTo?: string | undefined
  readonly backupS3Key?: string | undefined
  readonly backupS3Secret?: string | undefined
  readonly backupS3Region: string
}

/** @throws BackupFault where no place is set */
export const openPlace = (settings: PlaceSettings): Place => {
  const { backupTo, backupS3Key = '', backupS3Secret = '', backupS3Region } = settings
  if (backupTo === undefined)
    throw new BackupFault('BACKUP_TO must name a folder, or a bucket such as https://s3.example/bucket.')
  return isBucket(backupTo)
    ? openBucket({ url: new URL(backupTo), key: backupS3Key, secret: backupS3Secret, region: backupS3Region })
    : openFolder(backupTo)
}

const isBucket = (place: string): boolean => /^https?:/.test(place)
