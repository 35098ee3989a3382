import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { readonly from: string; readonly to: readonly string[]; readonly source: string }

/**
 * An answer to a recipient or to a mail: an SMTP status with a text, 'stall' for nothing at all, 'cut' for a cut
 * line, 'late' for a mail that is accepted after LATE_MS.
 */
type Answer = { readonly status: number; readonly says: string } | 'stall' | 'cut' | 'late' | 'accept'
export const LATE_MS = 500

/** An SMTP server on loopback, without TLS. A mail that stalls or is cut off was received nevertheless. */
export const mailServer = async (answers: { toRecipient?: () => Answer; toMail?: () => Answer } = {}) => {
  const received: Received[] = []
  const refusal = ({ status, says }: { status: number; says: string }) =>
    Object.assign(new Error(says), { responseCode: status })
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => {
      const answer = answers.toRecipient?.() ?? 'accept'
      if (answer === 'accept') callback()
      else if (typeof answer === 'object') callback(refusal(answer))
    },
    onData: async (stream, { envelope }, callback) => {
      const source = await text(stream)
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
      const answer = answers.toMail?.() ?? 'accept'
      if (answer === 'accept') callback()
      else if (answer === 'late') setTimeout(callback, LATE_MS)
      else if (typeof answer === 'object') callback(refusal(answer))
      else if (answer === 'cut')
        for (const connection of server.connections)
          (connection as unknown as { _socket: { destroy(): void } })._socket.destroy()
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** The value of a header of a mail's source, with folded lines as one. */
export const headerOf = (source: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(source.replace(/\r?\n[ \t]+/g, ' ').replaceAll('\r', ''))?.[1]
