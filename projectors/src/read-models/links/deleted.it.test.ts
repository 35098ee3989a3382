import { aLibrary, aNotebook } from '@lectern/stack/test-support/events.ts'
import { duringTests, startOwnParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { startProjections } from '../../test-support/projections.ts'
import { verify } from '../../verify/verify.ts'

const parts = duringTests(startOwnParts)
const projections = duringTests(() => startProjections(parts))

type Library = ReturnType<typeof aLibrary>
type Event = Parameters<typeof projections.record>[1][number]

const deletedOf = async ({ id }: Library) => {
  const { rows } = await projections.pool.query(
    `SELECT id, title, note_count, noted FROM ${projections.schema}.deleted_links WHERE library_id = $1 ORDER BY id`,
    [id],
  )
  return rows
}

/** In one batch, or each event in one of its own. */
const projectAll = async (events: readonly (readonly [stream: string, event: Event])[], isCut: boolean) => {
  for (const [stream, event] of events) {
    await projections.record(stream, [event])
    if (isCut) await projections.project()
  }
  await projections.project()
  expect((await verify(projections)).difference).toBeUndefined()
}

const hash = (letter: string) => letter.repeat(64)
const anchored = (letter: string) => ({ anchor: { prefix: '', suffix: '', contentHash: hash(letter) } })

describe.each([
  ['in one batch', false],
  ['event by event', true],
])('a deleted link, %s', (_, isCut) => {
  it('is kept with what its notes point to, which the policy deletes afterwards', async () => {
    const library = aLibrary()
    const notebook = aNotebook(library.id)
    await projectAll(
      [
        [library.stream, library.opened()],
        [library.stream, library.saved(1)],
        [library.stream, library.saved(2)],
        [notebook.stream, notebook.taken(1, 1, anchored('b'))],
        [notebook.stream, notebook.taken(2, 1, anchored('a'))],
        [notebook.stream, notebook.taken(3, 2)],
        [notebook.stream, notebook.deleted(2)],
        [notebook.stream, notebook.taken(4, 1, anchored('b'))],
        [library.stream, library.deleted(1)],
        [notebook.stream, notebook.ofLinksDeleted([1], [1, 4])],
      ],
      isCut,
    )
    expect(await deletedOf(library)).toEqual([{ id: 1, title: 'Link 1', note_count: 2, noted: [hash('b')] }])
  })

  it('is not there once it is back or deleted for good, and there again once it is deleted again', async () => {
    const library = aLibrary()
    await projectAll(
      [
        ...[library.opened(), library.saved(1), library.saved(2), library.saved(3)],
        ...[library.bulkDeleted([[1, 3]]), library.broughtBack([[1, 4]]), library.deletedForGood([2])],
        library.deleted(4),
      ].map(event => [library.stream, event] as const),
      isCut,
    )
    expect((await deletedOf(library)).map(({ id }) => id)).toEqual([3, 4])
  })

  it('is forgotten with the first deletion that is 30 days later, by the times of events', async () => {
    const library = aLibrary()
    const day = (n: number) => new Date(Date.UTC(2026, 2, n)).toISOString()
    const saved = [1, 2, 3, 4].map(id => library.saved(id))
    const until = (n: number) => [
      ...[library.opened(), ...saved, library.bulkDeleted([1], day(1)), library.bulkDeleted([2], day(2))],
      library.bulkDeleted([n], day(29 + n)),
    ]
    await projectAll(
      until(3).map(event => [library.stream, event] as const),
      isCut,
    )
    expect((await deletedOf(library)).map(({ id }) => id)).toEqual([2, 3])
  })
})
