import { expect, it } from 'vitest'
import { SignupRequest } from './account-requests.ts'

const refusalOf = (username: string) =>
  SignupRequest.safeParse({ email: 'mina@example.com', username, password: 'a long passphrase' }).error
    ?.issues[0]?.message

it.each([
  'Mina',
  'Mina K.',
  'José',
  'Nguyễn Thị Ánh'.normalize('NFD'),
  'שָׁלוֹם',
  'क़ीं',
  'น้ำผึ้ง',
  '美奈',
  'Mina 🌊',
])('takes the username %s', username => {
  expect(refusalOf(username)).toBeUndefined()
})

it.each([
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['a right-to-left override', '\u202E'],
  ['an isolate', '\u2067'],
  ['a Hangul filler', '\u3164'],
  ['a Hangul choseong filler', '\u115F'],
  ['a half-width Hangul filler', '\uFFA0'],
  ['a combining grapheme joiner', '\u034F'],
  ['a variation selector', '\uFE0F'],
  ['a tag', '\u{E0041}'],
  ['a Braille blank', '\u2800'],
  ['a line separator', '\u2028'],
  ['a NUL', '\0'],
  ['half of a surrogate pair', '\uD83D'],
])('refuses a username with %s', (_, character) => {
  expect(refusalOf(`Mi${character}na`)).toBe('A username cannot contain invisible characters')
})

it('refuses a username with too many marks on a letter', () => {
  expect(refusalOf(`Mina${'\u0301'.repeat(5)}`)).toBe(
    'A username cannot contain so many accents on one letter',
  )
})
