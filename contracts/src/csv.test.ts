import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['  @SUM(1)', "'  @SUM(1)"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t'=1"],
  ['a;=1', "a;'=1"],
  ['a;;-1;b', "a;;'-1;b"],
  ['a\t＋1', "a\t'＋1"],
  ['a\n\n- b', '"a\n\n\'- b"'],
  ['1+1=2; a-b', '1+1=2; a-b'],
  ['https://a.example/?b=1&c=-1', 'https://a.example/?b=1&c=-1'],
])('makes %j harmless', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

it.each([';', '\t'])('leaves no cell that is a formula where %j separates cells', separator => {
  const formulas = ['=1', '+1', '-1', '@A1', '＝1', '＋1', '－1', '＠A1', ' =1']
  for (const formula of formulas)
    for (const before of ['', ';', '\t', '\n', '\r\n', '";', 'a,\n']) {
      const line = csvLine(['https://a.example/', `a${before}${formula}`, 'b'])
      // Quotes that do not begin its cells are characters for such a spreadsheet.
      for (const cell of line.split(new RegExp(`[${separator}\r\n]`)))
        expect(cell).not.toMatch(/^\p{Zs}*[=+\-@＝＋－＠]/u)
    }
})
