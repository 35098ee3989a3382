import type { Room } from '../../data/saved-articles/room.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { countOf } from '../../lib/format.ts'
import { Meter } from '../../ui/meter.tsx'

/** The meter assumes this total. Browsers give more. */
const ASSUMED_BYTES = 5_000_000

type Props = { count: number; bytes: number; room: Room | undefined }

/** How much is kept, and what the browser says about its room. */
export const StorageMeter = ({ count, bytes, room }: Props) => (
  <div>
    <p className="tabular mb-2 flex flex-wrap justify-between gap-x-4">
      <span className="font-medium">{countOf(count, 'article')}</span>
      <span className="text-ink-2">
        {bytes > ASSUMED_BYTES
          ? formatBytes(bytes)
          : `${formatBytes(bytes)} of ${formatBytes(ASSUMED_BYTES)}`}
      </span>
    </p>
    <Meter used={bytes} allowed={ASSUMED_BYTES} />
    {room && (
      <p className="tabular mt-2 text-meta text-ink-2">
        {`This browser has room for about ${formatBytes(Math.max(0, room.allowed - room.used))} more.`}
      </p>
    )}
  </div>
)
