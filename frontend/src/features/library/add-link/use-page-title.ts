import { Preview } from '@lectern/contracts/api/links.ts'
import { titleOfPath } from '@lectern/contracts/titles.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toAddress } from '../../../lib/address.ts'
import { getJson } from '../../../lib/api.ts'

/** An address is looked up when nobody has typed for this time. */
const REST_MS = 400

/** The value when it has stayed the same for a while; at first as it is. */
export const useRested = <Value>(value: Value): Value => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

type Suggestion = { title: string; isOfPage: boolean }

/**
 * The title that a link gets by itself: words of its path at once, and the page's title as soon as a worker has read it.
 * @param isWanted false where another title stands in the field, so that nobody asks for the page
 */
export const usePageTitle = (url: string, isWanted: boolean): Suggestion => {
  const address = toAddress(url)
  const rested = useRested(address)
  const { data: title } = useQuery({
    queryKey: ['page-title', rested],
    // A title that cannot be had interrupts nobody, also where the session has ended: the save says so.
    queryFn: ({ signal }) =>
      getJson(`/api/preview?url=${encodeURIComponent(rested ?? '')}`, Preview, { signal }).then(
        preview => preview.title,
        () => null,
      ),
    enabled: isWanted && rested !== null,
    refetchInterval: false,
  })
  if (address === null) return { title: '', isOfPage: false }
  const ofPage = rested === address ? title : undefined
  return { title: ofPage ?? titleOfPath(address), isOfPage: Boolean(ofPage) }
}
