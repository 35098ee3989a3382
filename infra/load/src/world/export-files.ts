import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

type Export = {
  readonly kind: 'CSV' | 'HTML' | 'JSON'
  readonly head: string
  readonly row: (n: number) => string
  readonly tail: string
}

const address = (n: number) => `https://site${n % 500}.example/articles/${n}`
const SECONDS = 1_400_000_000
const separator = (n: number) => (n === 0 ? '' : ',')

/** Exports as services write them, by their file name. */
export const EXPORTS: Record<string, Export> = {
  'pocket.csv': {
    kind: 'CSV',
    head: 'title,url,time_added,tags,status\n',
    row: n => {
      const title = n % 5 === 0 ? `"Title, with a comma ${n}"` : `An article about the things of day ${n}`
      return `${title},${address(n)}?ref=list,${SECONDS + n},reading|long form,${n % 2 ? 'archive' : 'unread'}\n`
    },
    tail: '',
  },
  'raindrop.csv': {
    kind: 'CSV',
    head: 'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n',
    row: n =>
      `${n},"Title, of ${n}","A ""note""",Excerpt,${address(n)},Parent / Child ${n % 20},"ai, text",2024-08-16T09:51:12.091Z,,Highlight:A passage,true\n`,
    tail: '',
  },
  'bookmarks.html': {
    kind: 'HTML',
    head: '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n',
    row: n =>
      `    <DT><A HREF="${address(n)}?a=1&amp;b=2" ADD_DATE="${SECONDS + n}" TAGS="js,ui &amp; ux">An article about &quot;things&quot; of day ${n}</A>\n`,
    tail: '</DL><p>\n',
  },
  'goodlinks.json': {
    kind: 'JSON',
    head: '[',
    row: n =>
      `${separator(n)}{"title":"An article about the things of day ${n}","summary":"What it says.","addedAt":${SECONDS + n}.25,"starred":false,"url":"${address(n)}","tags":["dev/git","ui"]}`,
    tail: ']',
  },
  'wallabag.json': {
    kind: 'JSON',
    head: '[',
    row: n =>
      `${separator(n)}{"is_archived":0,"is_starred":1,"tags":["a","b"],"id":${n},"title":"Échecs ${n}","url":"${address(n)}","content":"<p>Bonjour \\"monde\\" ${'mot '.repeat(20)}</p>","created_at":"2024-09-08T11:55:58+02:00","annotations":[],"headers":{}}`,
    tail: ']',
  },
}

/** Characters that are written at a time. */
const PIECE = 1_000_000

export const writeExport = async (path: string, { head, row, tail }: Export, rows: number): Promise<void> => {
  const file = createWriteStream(path)
  let text = head
  for (let n = 0; n < rows; n++) {
    text += row(n)
    if (text.length < PIECE) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text + tail)
  await once(file, 'finish')
}
