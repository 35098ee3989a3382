import { describe, expect, it } from 'vitest'
import { type Bookmark, bookmarks, type HtmlRecord } from './html.ts'

const read = async (html: string, size = html.length || 1): Promise<HtmlRecord[]> => {
  async function* pieces() {
    for (let at = 0; at < html.length; at += size) yield html.slice(at, at + size)
  }
  const records: HtmlRecord[] = []
  for await (const batch of bookmarks(pieces())) records.push(...batch)
  return records
}
const short = (records: HtmlRecord[]) =>
  records.map(record =>
    typeof record === 'string' ? record : [record.folders.join('/'), record.href, record.title, record.note],
  )

const NESTED = `<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><A HREF="https://a.example/0">Top</A>
  <DT><H3 ADD_DATE="1">News &amp; more</H3>
  <DD>About the folder
  <DL><p>
    <DT><A HREF="https://a.example/1?a=1&amp;b=2" ADD_DATE="2">One <b>bold</b></A>
    <DD>A note &lt;here&gt;
with two lines
    <DT><H3>Deep</H3>
    <DL><p>
      <DT><A HREF='https://a.example/2'>Two</A>
    </DL><p>
    <DT><A HREF=https://a.example/3>Three</A>
  </DL><p>
  <DT><A HREF="https://a.example/4">Four</A>
</DL><p>`

describe('bookmarks', () => {
  const expected = [
    ['', 'https://a.example/0', 'Top', ''],
    ['News & more', 'https://a.example/1?a=1&b=2', 'One bold', 'A note <here>\nwith two lines'],
    ['News & more/Deep', 'https://a.example/2', 'Two', ''],
    ['News & more', 'https://a.example/3', 'Three', ''],
    ['', 'https://a.example/4', 'Four', ''],
  ]

  it('reads folders, notes and entities', async () => {
    expect(short(await read(NESTED))).toEqual(expected)
  })

  it('does not depend on the pieces', async () => {
    for (const size of [50, 100, 333]) expect(short(await read(NESTED, size)), `${size}`).toEqual(expected)
  })

  it('gives attributes by their names in lower case, the first of each', async () => {
    const [record] = await read('<a HREF="x" Time_Added="5" TAGS="a &amp; b" tags="c" __proto__="d">t</a>')
    expect(record).toMatchObject({ href: 'x', heading: '', folders: [] })
    expect([...(record as Bookmark).attributes]).toEqual([
      ['href', 'x'],
      ['time_added', '5'],
      ['tags', 'a & b'],
      ['__proto__', 'd'],
    ])
  })

  it('tells that the file ends in a link', async () => {
    const whole = '<dt><a href="https://a.example/1">One</a>\n'
    for (const cut of ['<dt><a href="https://a.ex', '<dt><a ', '<dt><a href="https://a.example/2">Tw'])
      expect(short(await read(whole + cut)), cut).toEqual([['', 'https://a.example/1', 'One', ''], 'cut-off'])
  })

  it('ends a link that is not closed at the next one', async () => {
    expect(short(await read('<li><a href="1">One<li><a href="2">Two</a>'))).toEqual([
      ['', '1', 'One', ''],
      ['', '2', 'Two', ''],
    ])
  })

  it('goes on after a link of more than 4 MB', async () => {
    const large = `<a href="2">${'x'.repeat(5_000_000)}</a>`
    expect(short(await read(`<a href="1">One</a>${large}<a href="3">Three</a>`, 65_536))).toEqual([
      ['', '1', 'One', ''],
      'too-large',
      ['', '3', 'Three', ''],
    ])
  })

  it('reads a million elements that are never closed in little time', async () => {
    const started = performance.now()
    expect(await read(`${'<b><li>'.repeat(1_000_000)}<a href="1">One</a>`, 65_536)).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  it('reads lists that are closed too often or never', async () => {
    expect(await read(`</dl></dl>${'<h3>f</h3><dl>'.repeat(1_000)}<a href="1">One</a>`)).toHaveLength(1)
  })
})
