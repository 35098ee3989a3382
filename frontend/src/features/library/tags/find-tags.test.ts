import { expect, test } from 'vitest'
import { findTags, goOnFrom, toKnown } from './find-tags.ts'

const known = toKnown(['databases', 'Kafka', 'data', 'logs'].map(tag => ({ tag, count: 1 })))
const without = (tag: string) => known.filter(each => each.tag !== tag)

test('tags that begin with the text come before those that contain it', () => {
  expect(findTags(known, '#a').map(({ tag }) => tag)).toEqual(['databases', 'Kafka', 'data'])
  expect(findTags(known, 'KA').map(({ tag }) => tag)).toEqual(['Kafka'])
  expect(findTags(toKnown([...known, { tag: 'alpha', count: 1 }]), 'a')[0]?.tag).toBe('alpha')
})

test('after an act one goes on at the tag, with what was typed', () => {
  expect(goOnFrom(known, { text: 'data', row: 0, tag: 'data' })).toEqual({ text: 'data', row: 1 })
  // One typed another spelling than the library's.
  expect(goOnFrom(known, { text: 'k', row: 0, tag: 'KAFKA' })).toEqual({ text: 'k', row: 0 })
})

test('a tag that the text does not find any more is shown among all', () => {
  expect(goOnFrom(known, { text: 'kaf', row: 0, tag: 'logs' })).toEqual({ text: '', row: 3 })
})

test('after a deletion one goes on at the next row', () => {
  expect(goOnFrom(without('databases'), { text: '', row: 0, tag: 'databases' })).toEqual({ text: '', row: 0 })
  expect(goOnFrom(without('logs'), { text: '', row: 3, tag: 'logs' })).toEqual({ text: '', row: 2 })
  expect(goOnFrom(without('data'), { text: 'data', row: 1, tag: 'data' })).toEqual({ text: 'data', row: 0 })
  // It was the only one that was found.
  expect(goOnFrom(without('logs'), { text: 'logs', row: 0, tag: 'logs' })).toEqual({ text: '', row: 0 })
})
