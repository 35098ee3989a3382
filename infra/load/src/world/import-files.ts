import { Bytes } from './api-client.ts'

/** A form with a file, as a browser sends it. */
export const formWith = async (
  name: string,
  content: string | Buffer,
  fields: Record<string, string> = {},
): Promise<Bytes> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([Buffer.from(content)]), name)
  const body = new Response(form)
  return new Bytes(body.headers.get('content-type') ?? '', Buffer.from(await body.arrayBuffer()))
}

const FIRST_SAVED = 1_400_000_000
const SECONDS_BETWEEN = 600

/** The address of row n on one of 500 hosts. */
export const manyHosts =
  (domain = 'example.com') =>
  (n: number): string =>
    `https://site${n % 500}.${domain}/articles/${n}/some-words-in-the-path`

/** A Pocket export. Row n has two tags and a date, and every fourth row is archived. */
export const pocketCsv = (rows: number, urlOf: (n: number) => string = manyHosts()): string => {
  const lines = ['title,url,time_added,tags,status']
  for (let n = 0; n < rows; n += 1) {
    const savedAt = FIRST_SAVED + n * SECONDS_BETWEEN
    const tags = `tag${n % 40}|other${n % 7}`
    lines.push(
      `Article number ${n} about things,${urlOf(n)},${savedAt},${tags},${n % 4 ? 'unread' : 'archive'}`,
    )
  }
  return `${lines.join('\n')}\n`
}

const FOLDERS = 40
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2012, 0, 1)

/** A Raindrop export with folders, notes, favourites and dates; every `every`-th row has a highlight. */
export const raindropCsv = (rows: number, every: number): string => {
  const lines = ['id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite']
  for (let n = 0; n < rows; n += 1) {
    const created = new Date(FIRST_DAY + n * (DAY_MS / 12)).toISOString()
    const highlight = n % every === 0 ? `Highlight:The sentence that matters in article ${n}` : ''
    const tags = `"tag${n % 40}, other${n % 7}"`
    const url = `https://site${n % 500}.example.com/articles/${n}`
    const note = n % 5 === 0 ? `Why I kept article ${n}` : ''
    const rest = [created, '', highlight, String(n % 9 === 0)]
    lines.push([n, `Article ${n}`, note, '', url, `Folder ${n % FOLDERS}`, tags, ...rest].join(','))
  }
  return `${lines.join('\n')}\n`
}
