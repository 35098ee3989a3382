import { expect, it } from 'vitest'
import { tokensOf } from './tokens.ts'

it.each([
  ['', []],
  [' — ', []],
  ['Crème brûlée, twice.', ['creme', 'brulee', 'twice']],
  ['it’s Hawaiʻi, Covid‑19', ['it', 's', 'hawai', 'i', 'covid', '19']],
  ["it's C++ & node.js", ['it', 's', 'c', 'node', 'js']],
  ['東京都に住む', ['東京', '都', 'に', '住む']],
  ['iPhone 15を買う', ['iphone', '15', 'を', '買う']],
  ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
  ['x'.repeat(150), ['x'.repeat(100)]],
])('%j has the words %j', (text, words) => {
  expect(tokensOf(text)).toEqual(words)
})
