import type { LinkList } from '@lectern/contracts/api/links.ts'
import { laneOf } from '@lectern/contracts/read-model/lanes.ts'
import { until } from '@lectern/stack/probes.ts'
import type { BenchParts } from '../bench-parts.ts'
import { type Growth, watchMemory } from '../measure/memory-growth.ts'
import { type Line, megabytes, milliseconds } from '../measure/report.ts'
import { summarise } from '../measure/statistics.ts'
import { type Act, bulkDeletion, bulkEdit } from '../world/bulk-acts.ts'
import { LARGE, type Libraries } from '../world/libraries.ts'
import { fold, saveLink, succeed, type User } from '../world/users.ts'

const EDITS = 3
const NEIGHBOURS = 3
const ANSWERED_MAX = 1_000
const VISIBLE_MAX = 2_000
const OTHER_LANES_MAX = 200
const SAME_LANE_MAX = 2_000
const GROWTH_MAX = 150_000_000
const PATIENCE = 120_000

type Savers = { readonly same: User; readonly others: readonly User[] }
/** Milliseconds from sending the act, and for saves from sending each save until the list shows it. */
type Took = {
  readonly answered: number
  readonly visible: number
  readonly found: number
  readonly sameLane: readonly number[]
  readonly otherLanes: readonly number[]
}

/** Acts on all of 50,000 links, while people whose libraries are in this lane and in other lanes save. */
export const bulkLines = async (parts: BenchParts, { editor, members }: Libraries): Promise<Line[]> => {
  const { stack, site } = parts
  const lane = laneOf(editor.libraryId)
  const same = members.find(member => laneOf(member.libraryId) === lane)
  const others = members.filter(member => laneOf(member.libraryId) !== lane).slice(0, NEIGHBOURS)
  if (same === undefined) throw new Error('No member shares the lane')
  await fold([editor, same, ...others], site)

  const measure = async (acts: readonly Act[]) => {
    const growth = watchMemory(stack.processes)
    const took: Took[] = []
    for (const act of acts) took.push(await perform(site, act, { same, others }))
    return { took, growth: growth() }
  }
  const edits: Awaited<ReturnType<typeof bulkEdit>>[] = []
  for (let n = 0; n < EDITS; n++) edits.push(await bulkEdit(editor, LARGE, n))
  const edited = await measure(edits)
  const undone = await measure(edits.slice(-1).map(({ undo }) => undo))
  const deleted = await measure([bulkDeletion(editor, LARGE)])
  return [
    ...linesOf('(k) bulk edit of', edited),
    ...linesOf('    undoing an edit of', undone),
    ...linesOf('    bulk delete of', deleted),
  ]
}

/** Saves continue until searches find the act, because updating the search index is most of the work. */
const perform = async (site: string, act: Act, { same, others }: Savers): Promise<Took> => {
  let isOver = false
  const keepSaving = async (user: User): Promise<number[]> => {
    const durations: number[] = []
    while (!isOver) durations.push(await saveAndSee(user, `${site}/bulk/${Date.now()}`))
    return durations
  }
  const work = async () => {
    const began = performance.now()
    const since = () => performance.now() - began
    try {
      await act.send()
      const answered = since()
      await until('The act in lists', act.isVisible, PATIENCE)
      const visible = since()
      await until('The act in searches', act.isFound, PATIENCE)
      return { answered, visible, found: since() }
    } finally {
      isOver = true
    }
  }
  const [took, sameLane, ...otherLanes] = await Promise.all([
    work(),
    keepSaving(same),
    ...others.map(keepSaving),
  ])
  return { ...took, sameLane, otherLanes: otherLanes.flat() }
}

const saveAndSee = async (user: User, url: string): Promise<number> => {
  const sent = performance.now()
  await saveLink(user, url)
  const isSeen = async () => {
    const list = await succeed<LinkList>(user.api, { method: 'GET', path: '/api/links?limit=1' })
    return list.links[0]?.url === url
  }
  await until('A save', isSeen, PATIENCE)
  return performance.now() - sent
}

/** Each figure is the worst of all rounds, except the p99 of saves in other lanes. */
const linesOf = (
  what: string,
  { took, growth }: { took: readonly Took[]; growth: readonly Growth[] },
): Line[] => {
  const worst = (figure: (each: Took) => number) => Math.max(...took.map(figure))
  const otherLanes = summarise(took.flatMap(each => each.otherLanes))
  const sameLane = summarise(took.flatMap(each => each.sameLane))
  const most = growth.reduce((a, b) => (a.bytes >= b.bytes ? a : b))
  const under = (measure: string, ms: number, max: number, required: string): Line => ({
    measure,
    ours: milliseconds(ms),
    required,
    ok: ms < max,
  })
  return [
    under(
      `${what} ${LARGE.toLocaleString('en')} links, answered, worst of ${took.length}`,
      worst(each => each.answered),
      ANSWERED_MAX,
      'under 1 s',
    ),
    under(
      '    visible in lists',
      worst(each => each.visible),
      VISIBLE_MAX,
      'under 2 s',
    ),
    { measure: '    found by searches', ours: milliseconds(worst(each => each.found)) },
    under(
      `    saves in other lanes visible, p99 of ${otherLanes.count}`,
      otherLanes.p99,
      OTHER_LANES_MAX,
      'under 200 ms',
    ),
    under(
      `    saves in the same lane visible, worst of ${sameLane.count}`,
      sameLane.max,
      SAME_LANE_MAX,
      'under 2 s',
    ),
    {
      measure: `    growth of memory, most of any process: ${most.name}`,
      ours: megabytes(most.bytes),
      required: 'under 150 MB',
      ok: most.bytes < GROWTH_MAX,
    },
  ]
}
