import { expect, test } from 'vitest'
import { addressesIn } from './address.ts'

test.each([
  [
    'lines of addresses, each once',
    'https://a.test/1\r\nb.test/2\n\nhttps://a.test/1',
    ['https://a.test/1', 'https://b.test/2'],
  ],
  [
    'addresses in sentences, without the marks around them',
    'Read https://a.test/1, then (http://b.test/x_(y)).\nAnd www.c.test too!',
    ['https://a.test/1', 'http://b.test/x_(y)', 'https://www.c.test'],
  ],
  ['only those with a scheme where a line has one', 'see a.test/x or https://b.test', ['https://b.test']],
  [
    'a list as it stands, and no mark that ends a sentence',
    'https://a.test/wiki/Inc.\nhttps://a.test/2',
    ['https://a.test/wiki/Inc.', 'https://a.test/2'],
  ],
  ['the last one of a sentence', 'Read:\nhttps://a.test/2.', ['https://a.test/2']],
  ['no other texts', 'Growing tomatoes\njavascript:alert(1)\nmina@lectern.example\nand/or\n1/2', []],
  ['none', ' \n', []],
])('a text has %s', (_, text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})

test('5 MB of addresses, of words and of one word take seconds', () => {
  const began = performance.now()
  const addresses = Array.from(
    { length: 100_000 },
    (_, n) => `https://example.test/articles/number-${n}/of-many`,
  )
  expect(addressesIn(addresses.join('\n'))).toHaveLength(100_000)
  for (const text of ['words and/or more '.repeat(280_000), 'x'.repeat(5_000_000), 'a.'.repeat(2_500_000)])
    expect(addressesIn(text)).toEqual([])
  expect(performance.now() - began).toBeLessThan(20_000)
})
