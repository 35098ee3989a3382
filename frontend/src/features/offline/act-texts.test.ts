import { expect, test } from 'vitest'
import type { Act } from '../../data/acts/kinds.ts'
import { textsOf, writtenText } from './act-texts.ts'

test('a new article shows its address and the note on it, and they can be copied', () => {
  const params = { url: 'https://new.test/', title: 'New', note: 'Why I keep it' }
  const act = { seq: 1, name: 'saveLink', params } as Act
  const text = 'New\nhttps://new.test/\nWhy I keep it'
  expect(textsOf(act)).toEqual({ title: 'New article', text })
  expect(writtenText(act)).toBe(text)
})
