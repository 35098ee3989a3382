import { useQuery } from '@tanstack/react-query'
import { tagTotalQuery } from '../../../data/tags/queries.ts'
import { countOf } from '../../../lib/format.ts'

type Props = { tag: string; verb: readonly [one: string, many: string] }

/** '12 links, archived ones included, get'; 'All its links get' until the number is known. */
export const LinksOfTag = ({ tag, verb: [one, many] }: Props) => {
  const { data: total } = useQuery(tagTotalQuery(tag))
  if (!total) return `All its links ${many}`
  return total === 1 ? `1 link ${one}` : `${countOf(total, 'link')}, archived ones included, ${many}`
}
