import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, need } from './journey.ts'

const TEXT = /Content-Type: text\/plain[^\r\n]*\r\nContent-Transfer-Encoding: (\S+)\r\n\r\n([\s\S]*?)\r\n--/i

/** The plain text of a mail, with lines as long as they were written. */
const textOf = (mail: string): string => {
  const [, encoding = '', text = ''] = TEXT.exec(mail) ?? []
  if (encoding !== 'quoted-printable') return text
  const hex = /=([0-9A-F]{2})/g
  return text.replace(/=\r\n/g, '').replace(hex, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The mails to an address that the stack has written instead of sending them, oldest first. */
const mailsTo = (address: string): string[] => {
  const folder = join(need('LECTERN_DATA_DIR'), 'outbox')
  return readdirSync(folder)
    .filter(name => name.endsWith('.eml'))
    .map(name => join(folder, name))
    .map(file => ({ at: statSync(file).mtimeMs, source: readFileSync(file, 'utf8') }))
    .filter(({ source }) =>
      new RegExp(`^To: (?:.*<)?${address.replaceAll('.', '\\.')}>?\\r$`, 'm').test(source),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ source }) => textOf(source))
}

/** The newest link to a page of ours in mails to an address. Waits for as many such mails as `count` says. */
export const linkTo = async (page: string, address: string, count = 1): Promise<string> => {
  const link = new RegExp(`https?://[^/\\s]+(/${page}[?/]\\S+)`)
  const find = () => mailsTo(address).flatMap(mail => link.exec(mail)?.[1] ?? [])
  const message = `${count} mails to ${address} with a link to /${page}`
  await expect.poll(() => find().length, { message }).toBeGreaterThanOrEqual(count)
  return find().at(-1) ?? ''
}
