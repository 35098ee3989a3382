import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'

export type Message = {
  /** Names the file of a mail that is not sent. */
  readonly name: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** Hands a mail over. @throws SmtpError, with what the server said */
export type Send = (mail: Message) => Promise<void>

/** Most processes send no mail for hours, so the library is loaded with the first one. */
const library = () => import('nodemailer')

/** How long a server may say nothing. Most read a mail before they answer for it; one given up meanwhile gets it again. */
const SILENCE = { greetingMs: 10_000, answerMs: 60_000 }

/** A person's address in what a server says. */
const ADDRESS = /<?[^\s<>]+@[^\s<>]+>?/g

/** A mail could not be handed over. The message names nobody, for logs. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'
  /** The server refused this recipient or this mail for good. */
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message.replace(ADDRESS, '<address>').replace(/\s+/g, ' '))
    this.isFinal = isFinal
  }
}

type NodemailerError = Error & { readonly responseCode?: number; readonly command?: string }

/** A refusal before the recipient is named is about us, so an operator can mend it. */
const isFinal = ({ responseCode = 0, command = '' }: NodemailerError): boolean =>
  responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command)

/** Sends through an SMTP server: smtps://user:password@host, or smtp:// with STARTTLS where the server offers it. */
export const smtp = (url: string, { greetingMs, answerMs } = SILENCE): Send => {
  const { username, hostname } = new URL(url)
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname)
  const connect = async () =>
    (await library()).createTransport({
      url,
      // A password must not cross a network in the clear. The query of the url may say otherwise.
      requireTLS: username !== '' && !isLocal,
      connectionTimeout: greetingMs,
      greetingTimeout: greetingMs,
      socketTimeout: answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let transport: Promise<Transporter> | undefined
  return async ({ name: _, to, ...mail }) => {
    try {
      transport ??= connect()
      await (await transport).sendMail({
        ...mail,
        to: { name: '', address: to },
        envelope: envelopeOf(mail, to),
      })
    } catch (error) {
      throw new SmtpError((error as Error).message, isFinal(error as NodemailerError))
    }
  }
}

const envelopeOf = ({ from }: Pick<Message, 'from'>, to: string) => ({ from: from.address, to })

/** Writes each mail into a file of the folder, which only we may read. A mail that is sent again replaces the first. */
export const outbox =
  (folder: string): Send =>
  async ({ name, to, ...mail }) => {
    const { createTransport } = await library()
    const { message } = await createTransport({
      ...{ streamTransport: true, buffer: true, newline: 'windows' },
    }).sendMail({ ...mail, to: { name: '', address: to }, envelope: envelopeOf(mail, to) })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${name}.eml`)
    await writeFile(`${file}.new`, message as Buffer, { mode: 0o600 })
    await chmod(`${file}.new`, 0o600)
    await rename(`${file}.new`, file)
  }
