import type { LinkContent } from '@lectern/contracts/api/links.ts'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { useShowVersion } from './version-address.ts'

/** Says that this is not the newest text. */
export const OlderVersion = ({ content }: { content: LinkContent }) => {
  const show = useShowVersion()
  const readAt = content.versions.find(({ contentHash }) => contentHash === content.contentHash)?.readAt
  const date = readAt && formatDate(readAt)
  return (
    <div className="mb-9 flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken p-4 text-ui print:hidden">
      <p>This is an older version of the article{date && `, copied on ${date}`}.</p>
      <Button onClick={() => show(null)}>Show the newest</Button>
    </div>
  )
}
