import { commandSubjects, MailJob } from '@lectern/contracts/jobs.ts'
import { type PrepareMailParts, prepareMail } from '../mail/prepare-mail.ts'

/** The mailer asks what a mail says, and to whom. The answer has a token, so only the mailer may ask. */
export const prepareMailCommand = (parts: PrepareMailParts) => ({
  subject: commandSubjects.prepareMail,
  schema: MailJob,
  handle: async (job: MailJob) => ({ reply: await prepareMail(job, parts) }),
})
