import { useQuery } from '@tanstack/react-query'
import { LinkList } from '../../../data/answers.ts'
import type { Id } from '../../../data/id.ts'
import { toAddress } from '../../../lib/address.ts'
import { getJson } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { useRested } from './use-page-title.ts'

/** The newest link with this address, archived ones too. Without an answer, also where the session has ended, the save says it. */
const useExisting = (url: string) => {
  const address = toAddress(url)
  const rested = useRested(address)
  const { data } = useQuery({
    queryKey: ['link-at', rested],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ url: rested ?? '', archived: 'all', limit: '1' })
      return getJson(`/api/links?${search}`, LinkList, { signal }).then(
        ({ links }) => links[0] ?? null,
        () => null,
      )
    },
    enabled: rested !== null,
    staleTime: 0,
    gcTime: 0,
  })
  return address !== null && rested === address ? (data ?? null) : null
}

type Props = { url: string; onOpen: (linkId: Id) => void }

/** Says while one types that the library has the address, and leads there. */
export const AlreadyThere = ({ url, onOpen }: Props) => {
  const link = useExisting(url)
  return (
    <p role="status" className="-mt-2.5 text-meta text-ink-2 empty:hidden">
      {link && (
        <>
          You saved this on {formatDate(link.createdAt)}
          {link.isArchived && ', and archived it'}: <bdi className="break-words text-ink">{link.title}</bdi>.{' '}
          <button
            type="button"
            onClick={() => onOpen(link.id)}
            className="underlined tappable relative rounded-[4px] font-medium whitespace-nowrap text-ink"
          >
            Open it
          </button>
        </>
      )}
    </p>
  )
}
