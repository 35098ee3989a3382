import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type EraseMails, MailKind } from '@lectern/contracts/jobs.ts'

/** Deletes the files of mails about these events. A mailer with a server has none. */
export const eraseMails = (folder: string, { eventIds }: EraseMails): void => {
  if (!existsSync(folder)) return
  for (const eventId of eventIds)
    for (const kind of MailKind.options)
      for (const end of ['', '.new'])
        rmSync(join(folder, `${fileOf({ kind, eventId })}${end}`), { force: true })
}

/** The name of a mail's file. */
const fileOf = ({ kind, eventId }: { kind: MailKind; eventId: string }): string => `${kind}-${eventId}.eml`
