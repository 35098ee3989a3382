import { expect, test } from 'vitest'
import { aLink } from '../../test-support/server.ts'
import type { Act, ActName, ParamsOf } from '../acts/kinds.ts'
import type { PendingAct } from '../acts/pending.ts'
import type { Link } from '../answers.ts'
import { foldTags } from './fold.ts'

let seq = 1_000
const pending = <N extends ActName>(
  name: N,
  params: ParamsOf<N>,
  { link, sentAt = null }: { link?: Link; sentAt?: number | null } = {},
): PendingAct => {
  const stored = {
    seq: ++seq,
    key: `key-${seq}`,
    userId: 'a user',
    at: '2026-01-01T00:00:00Z',
  }
  return {
    act: { ...stored, state: 'waiting', name, params, links: link && [link] } as unknown as Act,
    sentAt,
  }
}
const read = [
  { tag: 'db', count: 5 },
  { tag: 'Logs', count: 3 },
  { tag: 'logs', count: 1 },
]
const folded = (acts: PendingAct[], { asOf = 10, isWhole = true } = {}) =>
  foldTags({ data: read, asOf }, acts, isWhole).map(({ tag, count }) => `${tag} ${count}`)

test('spellings of one tag are counted together', () => {
  expect(folded([])).toEqual(['db 5', 'Logs 4'])
})

test('a tag is renamed, merged and deleted at once', () => {
  expect(folded([pending('renameTag', { from: 'logs', to: 'log' })])).toEqual(['db 5', 'log 4'])
  expect(folded([pending('renameTag', { from: 'Logs', to: 'LOGS' })])).toEqual(['db 5', 'LOGS 4'])
  expect(folded([pending('mergeTags', { from: ['db'], into: 'Logs' })])).toEqual(['Logs 9'])
  expect(folded([pending('deleteTag', { tag: 'LOGS' })])).toEqual(['db 5'])
})

test('a reading from after the answer is shown as it is', () => {
  const act = pending('deleteTag', { tag: 'db' }, { sentAt: 20 })
  expect(folded([act], { asOf: 19 })).toEqual(['Logs 4'])
  expect(folded([act], { asOf: 21 })).toEqual(['db 5', 'Logs 4'])
})

test('acts on single links change the counts; a new tag counts only where all tags are known', () => {
  const link = aLink({ tags: ['DB'] })
  const archive = pending('archive', { linkId: 1, isArchived: true }, { link })
  const save = pending('saveLink', { url: 'https://a.test/', title: 'New', tags: ['logs', 'fresh'] })
  expect(folded([archive, save])).toEqual(['Logs 5', 'db 4', 'fresh 1'])
  expect(folded([archive, save], { isWhole: false })).toEqual(['Logs 5', 'db 4'])
})

test('a tag stays while archived links have it, and is renamed and deleted there, too', () => {
  const only = [{ tag: 'once', count: 1 }]
  const show = (acts: PendingAct[], data = only as { tag: string; count: number; archived?: number }[]) =>
    foldTags({ data, asOf: 10 }, acts, true)
  const link = aLink({ tags: ['once'] })
  const archive = pending('archive', { linkId: 1, isArchived: true }, { link })
  expect(show([archive])).toEqual([{ tag: 'once', count: 0, archived: 1 }])
  const [archived] = [[{ tag: 'once', count: 0, archived: 2 }]]
  expect(show([pending('renameTag', { from: 'once', to: 'twice' })], archived)).toEqual([
    { tag: 'twice', count: 0, archived: 2 },
  ])
  expect(show([pending('deleteTag', { tag: 'once' })], archived)).toEqual([])
  const back = aLink({ tags: ['once'], isArchived: true })
  expect(show([pending('archive', { linkId: 1, isArchived: false }, { link: back })], archived)).toEqual([
    { tag: 'once', count: 1, archived: 1 },
  ])
  expect(
    show([pending('deleteLink', { linkId: 1 }, { link: back })], [{ ...archived[0], archived: 1 }] as never),
  ).toEqual([])
})
