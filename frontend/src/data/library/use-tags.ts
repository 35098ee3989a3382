import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countsQuery } from '../links/queries.ts'
import { foldTags } from '../tags/fold.ts'
import { tagsQuery } from '../tags/queries.ts'
import { usePendingActs } from './use-library.tsx'

/** All tags with the person's own acts, by count, and last those of archived links alone; undefined while they load. */
export const useTags = (isEnabled = true) => {
  const acts = usePendingActs()
  const { data, error, refetch } = useQuery({ ...tagsQuery, enabled: isEnabled })
  const tags = useMemo(() => data && foldTags({ ...data, data: data.data.tags }, acts, true), [data, acts])
  return { tags, error, refetch }
}

/** The most used tags with the person's own acts, from the counts, and the number of all tags. */
export const useTopTags = () => {
  const acts = usePendingActs()
  const { data } = useQuery(countsQuery)
  return useMemo(() => {
    const { tags, tagCount } = data?.data ?? { tags: [], tagCount: 0 }
    const isWhole = tagCount <= tags.length
    const top = foldTags({ data: tags, asOf: data?.asOf ?? 0 }, acts, isWhole)
    return { tags: top, total: isWhole ? top.length : tagCount - tags.length + top.length }
  }, [data, acts])
}
