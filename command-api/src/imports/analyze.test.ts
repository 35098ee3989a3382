import type { Nats } from '@lectern/platform/nats/connect.ts'
import type { Pool } from '@lectern/platform/postgres/postgres.ts'
import { createLog } from '@lectern/platform/process/log.ts'
import { expect, test, vi } from 'vitest'
import { analysesWith } from './analyze.ts'

test('uploads of one library are read one after the other, those of another beside them', async () => {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const request = (_: string, payload: string) => {
    asked.push(JSON.parse(payload).uploadId)
    return new Promise(resolve => answers.push(() => resolve({ json: () => ({ ok: true }) })))
  }
  const preview = JSON.stringify({ source: 'pocket', totalItems: 1, newItems: 1 })
  const pool = { query: async () => ({ rows: [{ preview }] }) } as unknown as Pool
  const { analyze } = analysesWith({
    nats: () => ({ request }) as unknown as Nats,
    pool,
    log: createLog('test', 'silent'),
  })
  const run = (id: string, libraryId: string) =>
    analyze({ id, name: 'a.csv', sha256: '' }, 'pocket', { userId: 'u', libraryId }, true)
  const first = run('first', 'mine')
  const second = run('second', 'mine')
  const others = run('others', 'theirs')
  await vi.waitFor(() => expect(asked).toEqual(['first', 'others']))
  answers[0]?.()
  await first
  await vi.waitFor(() => expect(asked).toEqual(['first', 'others', 'second']))
  for (const answer of answers) answer()
  expect(await Promise.all([second, others])).toMatchObject([{ newItems: 1 }, { newItems: 1 }])
})
