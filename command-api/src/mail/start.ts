import type { Config } from '@lectern/platform/process/config.ts'
import type { Mail } from './mails.ts'
import { type PrepareMailParts, prepareMail } from './prepare-mail.ts'
import { type SendingParts, sendMails } from './send-mails.ts'
import { type TakeOverParts, takeOverMails } from './take-over.ts'

export type MailConfig = SendingParts['config'] & Pick<Config, 'internalSecret'>
export type MailParts = Omit<SendingParts, 'prepare' | 'config'> &
  Omit<PrepareMailParts, 'internalSecret'> &
  Pick<TakeOverParts, 'nats'> & { readonly config: MailConfig }

/** Sends mails until the signal aborts. @returns a function that adds one, and one that waits for those under way at the end */
export const startMails = (parts: MailParts) => {
  const { mails, log, signal, nats, config } = parts
  const preparing = { ...parts, internalSecret: config.internalSecret }
  const { look, settled } = sendMails({ ...parts, prepare: mail => prepareMail(mail, preparing) })
  takeOverMails({ mails, look, nats, log, signal })
  const add = async (mail: Mail): Promise<void> => {
    await mails.add(mail)
    look()
  }
  return { add, settled }
}
