import type { Operation } from '@lectern/contracts/api/operation.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { formatExact } from '../../lib/format.ts'

type Props = { operation: Operation; isLost: boolean }

/** Whether all is well, or what needs a person. */
export const State = ({ operation: { at, problems }, isLost }: Props) => (
  <section aria-label="State" className="mt-6">
    <div role="status">
      {isLost ? (
        <p className="text-danger">
          The server does not answer. This is how it was at {formatExact(at)}; make doctor says more.
        </p>
      ) : (
        problems.length === 0 && (
          <p className="flex items-center gap-2.5 font-serif text-dialog">
            <CircleCheck aria-hidden />
            Everything runs.
          </p>
        )
      )}
    </div>
    {problems.length > 0 && (
      <ul aria-label="Problems" className="overflow-hidden rounded-card border border-danger bg-surface">
        {problems.map(({ what, todo }) => (
          <li key={what} className="flex gap-3 border-line border-t px-4 py-3 first:border-t-0">
            <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-danger" />
            <div className="min-w-0 break-words">
              <p className="font-medium">{what}</p>
              <p className="text-ink-2">{todo}</p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
)
