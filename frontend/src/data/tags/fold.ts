import type { TagList } from '@lectern/contracts/api/counts.ts'
import { tagKey } from '@lectern/contracts/tags.ts'
import { patchOf } from '../acts/kinds.ts'
import { isLacking, type PendingAct } from '../acts/pending.ts'
import { carriedLinks } from '../links/fold.ts'
import type { Reading } from '../reading.ts'

export type CountedTag = TagList['tags'][number]

/**
 * The tags with the acts on tags and on single links that their reading may lack, by count. Each tag has one spelling.
 * Acts on many links show when the counts are read.
 * @param isWhole whether the reading has all tags; only then a tag that it lacks is new
 */
export const foldTags = (
  { data, asOf }: Reading<readonly CountedTag[]>,
  acts: readonly PendingAct[],
  isWhole: boolean,
): CountedTag[] => {
  const tags = new Map<string, CountedTag>()
  const add = ({ tag, count }: CountedTag, isNew = true) => {
    const key = tagKey(tag)
    const before = tags.get(key)
    if (before) tags.set(key, { tag: before.tag, count: before.count + count })
    else if (isNew) tags.set(key, { tag, count })
  }
  for (const each of data) add(each)

  const lacking = acts.filter(act => isLacking(asOf, act))
  const onLinks = lacking.filter(({ act }) => !patchOf(act).retag)
  for (const { before, after } of carriedLinks(onLinks).values())
    for (const [link, count] of [
      [before, -1],
      [after, 1],
    ] as const)
      if (link && !link.isArchived) for (const tag of link.tags) add({ tag, count }, isWhole && count > 0)

  for (const { act } of lacking) {
    const { retag } = patchOf(act)
    if (!retag) continue
    const keys = [...new Set(retag.from.map(tagKey))]
    const count = keys.reduce((sum, key) => sum + (tags.get(key)?.count ?? 0), 0)
    for (const key of keys) tags.delete(key)
    if (retag.to !== null && count > 0) add({ tag: retag.to, count })
  }
  return [...tags.values()].filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
}
