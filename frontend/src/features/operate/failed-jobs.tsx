import type { FailedJob, JobKind } from '@lectern/contracts/api/operation.ts'
import { useRef, useState } from 'react'
import { countOf, formatCount, formatExact } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import type { Settle } from './api.ts'
import { DropDialog } from './drop-dialog.tsx'

type Props = { jobs: readonly JobKind[]; failed: readonly FailedJob[]; settle: Settle }

/** The jobs by their kind, each with its reason, to be done again or dropped. */
export const FailedJobs = ({ jobs, failed, settle }: Props) => {
  const list = useRef<HTMLDivElement>(null)
  const [dropping, setDropping] = useState<{ job: FailedJob; of: JobKind }>()
  const focusList = () => list.current
  const retry = async (asked: { kind: string; key?: string }) => {
    await settle('retry', asked)
    // The button that was pressed goes with its job.
    focusList()?.focus()
  }
  const kinds = jobs.filter(kind => kind.failed > 0)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {kinds.length === 0 && <p className="px-4 py-3 text-ink-2">Nothing failed.</p>}
      {kinds.map(of => (
        <Kind
          key={of.kind}
          of={of}
          failed={failed.filter(({ kind }) => kind === of.kind)}
          retry={key => void retry({ kind: of.kind, ...(key !== undefined && { key }) })}
          drop={job => setDropping({ job, of })}
        />
      ))}
      {dropping && (
        <DropDialog
          of={dropping.of}
          job={dropping.job}
          drop={() => settle('drop', dropping.job)}
          focusAfter={focusList}
          onClose={() => setDropping(undefined)}
        />
      )}
    </div>
  )
}

type KindProps = {
  of: JobKind
  /** Those that are listed. */
  failed: readonly FailedJob[]
  /** One, or all of the kind. */
  retry: (key?: string) => void
  drop: (job: FailedJob) => void
}

const Kind = ({ of: { name, failed: all }, failed, retry, drop }: KindProps) => (
  <>
    <div className="flex items-center justify-between gap-4 border-line border-t bg-sunken px-4 py-2 first:border-t-0">
      <h3 className="font-sans font-medium">
        {name} <span className="tabular font-normal text-ink-2">{formatCount(all)}</span>
      </h3>
      {all > 1 && (
        <Button onClick={() => retry()} aria-label={`Retry all: ${name}`}>
          Retry all
        </Button>
      )}
    </div>
    <ul aria-label={name}>
      {failed.map(job => (
        <li
          key={job.key}
          className="border-line border-t px-4 py-3 sm:flex sm:items-start sm:justify-between sm:gap-6"
        >
          <div className="min-w-0 break-words">
            <p>{job.reason}</p>
            <Details of={job} />
          </div>
          <div className="flex shrink-0 gap-2 max-sm:mt-2.5">
            <Button onClick={() => retry(job.key)} aria-label={`Retry ${job.key}`}>
              Retry
            </Button>
            <Button onClick={() => drop(job)} aria-label={`Drop ${job.key}`}>
              Drop
            </Button>
          </div>
        </li>
      ))}
    </ul>
    {all > failed.length && (
      <p className="border-line border-t px-4 py-3 text-ink-2">
        {countOf(all - failed.length, 'older one is', 'older ones are')} not listed.
      </p>
    )}
  </>
)

const Details = ({ of: { key, host, since, failedAt, attempts, about } }: { of: FailedJob }) => (
  <details className="mt-1 text-meta text-ink-2">
    <summary className="w-fit cursor-default rounded-[4px] py-1 pointer-coarse:py-3">
      Failed {formatExact(failedAt)}
      {attempts === null ? '' : `, after ${countOf(attempts, 'try', 'tries')}`}
    </summary>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 break-all">
      <dt>Waited since</dt>
      <dd>{formatExact(since)}</dd>
      {host && (
        <>
          <dt>Host</dt>
          <dd>{host}</dd>
        </>
      )}
      <dt>Id</dt>
      <dd>{key}</dd>
      <dt>For</dt>
      <dd>{about}</dd>
    </dl>
  </details>
)
