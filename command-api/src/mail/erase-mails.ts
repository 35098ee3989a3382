import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MailKind, type Mails } from './mails.ts'

export type EraseParts = {
  readonly mails: Pick<Mails, 'forget'>
  /** Folder of mails where no server for them is set. */
  readonly outboxDir: string
}

/**
 * Forgets the mails of a closed account, and deletes the files of those about its events. It may be repeated.
 * @throws Error while one is being sent: its file may come after this
 */
export const eraseMails = async (
  { mails, outboxDir }: EraseParts,
  accountId: string,
  eventIds: readonly string[],
): Promise<void> => {
  if (!(await mails.forget(accountId))) throw new Error('a mail is being sent')
  const mine = new Set(eventIds)
  for (const name of await namesIn(outboxDir)) {
    const [, kind, eventId = ''] = FILE.exec(name) ?? []
    // These name several people, and go with each of them.
    if (kind === 'weekly' || kind === 'handover' || mine.has(eventId))
      await rm(join(outboxDir, name), { force: true })
  }
}

/** Where a server takes the mails there is no folder. */
const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A mail's file, and one that is being written. */
const FILE = new RegExp(`^(${MailKind.options.join('|')})-(.*)\\.eml(?:\\.new)?$`)
