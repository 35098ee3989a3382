import { formatDate, formatExact } from '../../lib/format.ts'

/** When something was made that opens the account or its library, and when it was used last. */
export const MadeAndUsed = ({
  of: { createdAt, lastUsedAt },
}: {
  of: { createdAt: string; lastUsedAt: string | null }
}) => (
  <>
    Made <Moment at={createdAt} /> ·{' '}
    {lastUsedAt === null ? (
      'never used'
    ) : (
      <>
        last used <Moment at={lastUsedAt} />
      </>
    )}
  </>
)

export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatExact(at)}>
    {formatDate(at)}
  </time>
)
