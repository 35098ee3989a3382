import { describe, expect, it, test } from 'vitest'
import { type CsvRecord, csvRecords } from './csv.ts'

const read = async (text: string, size = text.length || 1): Promise<CsvRecord[]> => {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const records: CsvRecord[] = []
  for await (const batch of csvRecords(pieces())) for (const record of batch) records.push(record)
  return records
}

const HEADER = 'title,url,tags\n'
const row = (n: number) => `t${n},https://a.example/${n},x\n`
const cells = (n: number) => [`t${n}`, `https://a.example/${n}`, 'x']
const body = async (text: string, size?: number) => (await read(HEADER + text, size)).slice(1)

describe('csvRecords', () => {
  test.each([
    ['LF', 'a,b\n1,2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['CR', 'a,b\r1,2\r'],
    ['no final line break', 'a,b\n1,2'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['blank lines', '\n\na,b\n\r\n1,2\n   \n'],
    ['quotes', '"a","b"\r\n"1","2"\r\n'],
  ])('reads a table with %s', async (_, text) => {
    expect(await read(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keeps delimiters, line breaks and quotes inside quotes', async () => {
    expect(await body('"a, ""b""\r\nc",https://a.example,\n')).toEqual([
      ['a, "b"\r\nc', 'https://a.example', ''],
    ])
  })

  it('keeps a quote inside a cell that does not begin with one', async () => {
    expect(await body('5" disk,https://a.example,x\n')).toEqual([['5" disk', 'https://a.example', 'x']])
  })

  it('takes a record on one line whose quotes are wrong, if its columns are right', async () => {
    expect(await body(`"He said "hi" to me",https://a.example/0,x\n${row(1)}`)).toEqual([
      ['He said "hi" to me', 'https://a.example/0', 'x'],
      cells(1),
    ])
  })

  it('loses one line alone to a quote too many', async () => {
    expect(
      await body(`${row(1)}"open,https://a.example/2,x\n${row(3)}"b, c",https://a.example/4,x\n${row(5)}`),
    ).toEqual([cells(1), 'unreadable', cells(3), ['b, c', 'https://a.example/4', 'x'], cells(5)])
  })

  it('loses one line alone to a quote that is never closed', async () => {
    expect(await body(`"open,https://a.example/2,x\n${row(3)}${row(4)}`)).toEqual([
      'unreadable',
      cells(3),
      cells(4),
    ])
  })

  it('goes on after each of many quotes too many', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => (n % 2 === 0 ? `"${row(n)}` : row(n)))
    const records = await body(lines.join(''), 65_536)
    expect(records).toHaveLength(20_000)
    expect(records.filter(record => typeof record === 'object').length).toBeGreaterThanOrEqual(10_000)
  })

  test.each([
    ['in a quoted cell', `${row(1)}"A title that\nis cu`],
    ['before the last column', `${row(1)}t2,https://a.exa`],
  ])('tells that the file ends %s', async (_, text) => {
    expect(await body(text)).toEqual([cells(1), 'cut-off'])
  })

  it('does not take a short last row for a cut one where rows are short', async () => {
    expect(await body('t1,https://a.example/1\nt2,https://a.example/2')).toEqual([
      ['t1', 'https://a.example/1'],
      ['t2', 'https://a.example/2'],
    ])
  })

  test.each([
    ['quoted', `"${'x'.repeat(10_000_000)}",https://a.example/2,x\n`],
    ['quoted, with lines', `"${'some words\n'.repeat(1_000_000)}",https://a.example/2,x\n`],
    ['bare', `${'x'.repeat(10_000_000)},https://a.example/2,x\n`],
  ])('goes on after a cell of 10 MB, %s', async (_, text) => {
    expect(await body(`${row(1)}${text}${row(3)}${row(4)}`, 65_536)).toEqual([
      cells(1),
      'too-large',
      cells(3),
      cells(4),
    ])
  })

  it('gives up a record with many wrong quotes early', async () => {
    const wrong = '"x" y,'.repeat(200_000)
    expect(await body(`${row(1)}"${wrong}\n${row(3)}${row(4)}`, 65_536)).toEqual([
      cells(1),
      'unreadable',
      cells(3),
      cells(4),
    ])
  })

  it('gives a cell of 10 MB at the end', async () => {
    expect(await body(`${row(1)}"${'x'.repeat(10_000_000)}`, 65_536)).toEqual([cells(1), 'too-large'])
  })

  it('gives back all rows behind a quote that opens 12 MB', async () => {
    const rows = Array.from({ length: 400_000 }, (_, n) => row(n)).join('')
    const records = await body(`"open,https://a.example,x\n${rows}`, 65_536)
    expect(records.filter(record => record === 'unreadable')).toHaveLength(1)
    expect(records.filter(record => typeof record === 'object')).toHaveLength(400_000)
  })

  it('does not depend on the pieces', async () => {
    const text = `${row(1)}"a, ""b""\r\nc",https://a.example,\r\n"open,https://b.example,\n${row(2)}"cut`
    const whole = await body(text)
    for (const size of [1, 2, 3, 7, 50]) expect(await body(text, size), `${size}`).toEqual(whole)
  })
})
