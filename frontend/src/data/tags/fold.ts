import type { TagList } from '@lectern/contracts/api/counts.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import { patchOf } from '../acts/kinds.ts'
import { isLacking, type PendingAct } from '../acts/pending.ts'
import { carriedLinks } from '../links/fold.ts'
import type { Reading } from '../reading.ts'

export type CountedTag = TagList['tags'][number]

/**
 * The tags with the acts on tags and on single links that their reading may lack, by count. Each tag has one spelling.
 * Acts on many links show when the counts are read. A tag that only archived links have stays, with no count.
 * @param isWhole whether the reading has all tags; only then a tag that it lacks is new
 */
export const foldTags = (
  { data, asOf }: Reading<readonly CountedTag[]>,
  acts: readonly PendingAct[],
  isWhole: boolean,
): CountedTag[] => {
  const tags = new Map<string, CountedTag>()
  const add = ({ tag, count, archived = 0 }: CountedTag, isNew = true) => {
    const key = tagKey(tag)
    const before = tags.get(key)
    if (!before && !isNew) return
    const [name, ofArchived] = [before?.tag ?? tag, (before?.archived ?? 0) + archived]
    tags.set(key, {
      ...{ tag: name, count: (before?.count ?? 0) + count },
      ...(ofArchived > 0 && { archived: ofArchived }),
    })
  }
  for (const each of data) add(each)

  const lacking = acts.filter(act => isLacking(asOf, act))
  const onLinks = lacking.filter(({ act }) => !patchOf(act).retag)
  for (const { before, after } of carriedLinks(onLinks).values())
    for (const [link, n] of [
      [before, -1],
      [after, 1],
    ] as const)
      for (const tag of link?.library === undefined ? (link?.tags ?? []) : []) {
        const counted = link?.isArchived ? { tag, count: 0, archived: n } : { tag, count: n }
        add(counted, isWhole && n > 0)
      }

  for (const { act } of lacking) {
    const { retag } = patchOf(act)
    if (!retag) continue
    const keys = [...new Set(retag.from.map(tagKey))]
    const sumOf = (part: 'count' | 'archived') =>
      keys.reduce((sum, key) => sum + (tags.get(key)?.[part] ?? 0), 0)
    const [count, archived] = [sumOf('count'), sumOf('archived')]
    for (const key of keys) tags.delete(key)
    if (retag.to !== null) add({ tag: retag.to, count, archived })
  }
  return [...tags.values()]
    .filter(({ count, archived = 0 }) => count + archived > 0)
    .toSorted((a, b) => b.count - a.count)
}
