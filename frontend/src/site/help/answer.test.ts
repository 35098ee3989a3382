import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PICTURE_SIZE, pictureFile, piecesOf, plainText, quotedWords } from './answer.ts'
import { ANSWERS, CATEGORIES } from './answers/answers.ts'

test('A paragraph has plain text, words of the interface and what one types.', () => {
  expect(piecesOf('Press [Add Link] or `n`.')).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'ui', text: 'Add Link' },
    { kind: 'text', text: ' or ' },
    { kind: 'typed', text: 'n' },
    { kind: 'text', text: '.' },
  ])
})

test('An answer quotes each word of the interface once, from its steps, too.', () => {
  expect(quotedWords({ text: ['[A] and [B]', ['[A]', 'then [C]']] })).toEqual(['A', 'B', 'C'])
  expect(plainText({ text: ['Press [A].', ['`b`', 'c']] })).toBe('Press A. b c')
})

test('There are six categories and more than forty answers, each with an address of its own.', () => {
  expect(CATEGORIES.map(({ name }) => name)).toEqual([
    'Getting started',
    'Search and filtering',
    'Bulk operations',
    'Pro features',
    'Import and export',
    'Troubleshooting',
  ])
  expect(ANSWERS.length).toBeGreaterThanOrEqual(40)
  const slugs = ANSWERS.map(({ slug }) => slug)
  expect(new Set(slugs).size).toBe(slugs.length)
  expect(slugs.filter(slug => !/^[a-z]+(-[a-z0-9]+)*$/.test(slug))).toEqual([])
  expect(new Set(ANSWERS.map(({ question }) => question)).size).toBe(slugs.length)
})

test('Every answer that quotes words of the interface says where they stand.', () => {
  const homeless = ANSWERS.filter(answer => quotedWords(answer).length > 0 !== answer.places.length > 0)
  expect(homeless.map(({ slug }) => slug)).toEqual([])
})

test('Every picture is there in light and dark, in its size, and says what it shows.', async () => {
  const pictures = ANSWERS.flatMap(({ picture }) => picture ?? [])
  expect(pictures.length).toBeGreaterThan(5)
  for (const picture of pictures) {
    expect(picture.alt).toMatch(/^[A-Z].+\.$/)
    for (const look of ['light', 'dark'] as const) {
      const file = join(import.meta.dirname, '../../../public', pictureFile(picture, look))
      expect(await sharp(file).metadata()).toMatchObject(PICTURE_SIZE)
    }
  }
})

test('Marks are closed: no answer shows a bracket or a backtick.', () => {
  expect(ANSWERS.filter(answer => /[[\]`]/.test(plainText(answer))).map(({ slug }) => slug)).toEqual([])
})
