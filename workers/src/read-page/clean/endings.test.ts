import { expect, test } from 'vitest'
import { cleaned } from '../../test-support/articles.ts'

test.each([
  '<p>© 2024 The Daily. All rights reserved.</p>',
  '<p>The contents of this site are ©2024 The Daily Publishing Corporation, a part of News Communications, in the city of the harbour.</p>',
  '<p>Ada Poe is a reporter in the north.</p>',
  '<p>(Reporting by Ada Poe in Oslo; Editing by Basil O’Neil and Carl Sand)</p>',
  '<p>(Additional reporting by Basil O’Neil)</p>',
])('copyright and notes about the author go below the text: %s', html => {
  expect(cleaned({ below: html })).toBe('')
})

test.each([
  { within: '<p>© 2024 was all that the paper said.</p>' },
  { within: '<p>Ada Poe is a reporter in the north.</p>' },
  { below: '<p>Copyright was his last word.</p>' },
  { within: '<p>(Reporting by Ada Poe; Editing by Carl Sand)</p>' },
  { below: '<p>(Writing was all that he did by the sea.) Nobody came.</p>' },
  { below: '<p>Nobody came.</p>' },
])('they stay elsewhere, and so does a last sentence: %j', around => {
  expect(cleaned(around)).toBe(Object.values(around).join(''))
})
