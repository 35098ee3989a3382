import { NOTE_MAX, NOTE_TEXT_MAX, TAG_MAX, TAGS_MAX, TITLE_MAX, URL_MAX } from '@lectern/contracts/limits.ts'
import { type Attack, type Attacker, ask } from './attack.ts'
import { keepOn } from './flood.ts'

/** Place of the attacker's account that hoards, and of no other attack: its budget of the day is gone afterwards. */
export const HOARDER = 5
/** Bytes of a page. The server keeps it until a worker has read it. */
export const PAGE_BYTES = 3_000_000

/** Code units that take three bytes each. */
const long = (length: number, n: number) => String(n).padEnd(length, '語')
const longTexts = (n: number) => ({
  title: long(TITLE_MAX, n),
  note: long(NOTE_MAX, n),
  tags: Array.from({ length: TAGS_MAX }, (_, k) => long(TAG_MAX, 100 * n + k)),
})
const urlOf = ({ sites, tag }: Attacker, n: number) =>
  `${sites.pages}/fine/${tag}-${n}#!/`.padEnd(URL_MAX, 'x')
const page = (n: number) => `<!doctype html><title>${n}</title><p>${'A line. '.repeat(PAGE_BYTES / 8)}`

/** Everything that an account can make the server keep, as often as it may: pages, links that it deletes, edits, revised notes. */
export const hoard: Attack = async (attacker, signal) => {
  const send = (method: string, path: string, body: object | Buffer, type?: string) =>
    ask(attacker, method, path, { account: HOARDER, body, ...(type !== undefined && { type }) })
  const saveLong = (n: number) =>
    send('POST', '/api/links', { url: urlOf(attacker, n), ...longTexts(n) }).then(status => status === 201)

  await saveLong(1)
  await send('POST', '/api/links/1/notes', { type: 'note', content: 'A note' })
  let last = 1
  await Promise.all([
    keepOn(1, signal, (_, n) => send('PUT', '/api/links/1/page', Buffer.from(page(n)), 'text/html'), 250),
    keepOn(
      1,
      signal,
      async () => {
        if (!(await saveLong(last + 1))) return
        last += 1
        await send('DELETE', `/api/links/${last}`, {})
      },
      100,
    ),
    keepOn(1, signal, (_, n) => send('PATCH', '/api/links/1', longTexts(n)), 100),
    keepOn(
      4,
      signal,
      (c, n) => send('PUT', '/api/notes/1', { content: long(NOTE_TEXT_MAX, 4 * n + c) }),
      100,
    ),
  ])
}
