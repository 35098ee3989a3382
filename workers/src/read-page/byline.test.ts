import { expect, test } from 'vitest'
import { authorName } from './byline.ts'

test.each([
  ['By Ada Poe', 'Ada Poe'],
  ['Posted by: Ada Poe', 'Ada Poe'],
  ['Ada Poe and Basil Sand', 'Ada Poe and Basil Sand'],
  ['Ada Poe, Basil Sand', 'Ada Poe, Basil Sand'],
  ['By Ada Poe | The Daily', 'Ada Poe'],
  ['Ada Poe, The Daily', 'Ada Poe'],
  ['Ada Poe - 11/18/19 11:04 PM EST', 'Ada Poe'],
  ['Ada Poe Nov 19, 2019, 6:55 AM', 'Ada Poe'],
  ['By Ada Poe on 2019-11-19', 'Ada Poe'],
  ['Jean-Luc Sand', 'Jean-Luc Sand'],
  ['April March', 'April March'],
  ['Byron Poe', 'Byron Poe'],
  ['THE DAILY', null],
  ['Nov 19, 2019', null],
  ['https://daily.example/ada', null],
  ['', null],
])('the byline %j of The Daily names %j', (given, name) => {
  expect(authorName(given, 'The Daily')).toBe(name)
})
