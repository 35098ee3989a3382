import type { ExportRequest } from '@lectern/contracts/api/export-requests.ts'
import {
  type Export,
  ExportFormat,
  hasBulkExport,
  isAlwaysWhole,
  needsBulkExport,
} from '@lectern/contracts/api/exports.ts'
import { type FormEvent, useId, useState } from 'react'
import { idsOf } from '../../data/acts/named-links.ts'
import { useExporting } from '../../data/library/use-exporting.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

type Scope = NonNullable<ExportRequest['scope']>

type Props = {
  scope: Scope
  /** Chosen at first; default: the first that the plan has. */
  format?: ExportFormat | undefined
  /** Another export is being made, which has to end first. */
  isBusy: boolean
  onAsked: (asked: Export) => void
}

const FORMATS: Record<ExportFormat, { name: string; text: string }> = {
  json: {
    name: 'JSON',
    text: 'Everything: links, collections, notes, highlights, where you stopped reading, and the history of a whole library.',
  },
  csv: { name: 'CSV', text: 'A row for each link, for spreadsheets.' },
  html: { name: 'Bookmarks', text: 'A file that every browser imports, with a folder for each collection.' },
  zip: { name: 'ZIP', text: 'The articles themselves as pages and as Markdown, with their pictures.' },
  epub: {
    name: 'EPUB',
    text: 'A book for e-readers, with a chapter for each article. At most 200 articles.',
  },
  audit: {
    name: 'Audit file',
    text: 'A record of every change to your library and account, which shows if any of it is altered or left out later.',
  },
}

/** Chooses a format and asks for the file. */
export const ExportForm = ({ scope, format: wanted, isBusy, onAsked }: Props) => {
  const { plan } = useUser()
  const { ask } = useExporting()
  const [withPrivateNotes, setPrivate] = useState(scope.kind === 'all')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const legend = useId()
  const links = scope.kind === 'links' ? idsOf(scope.linkIds).length : undefined
  const formats = ExportFormat.options.filter(each => scope.kind === 'all' || !isAlwaysWhole(each))
  const mayHave = (each: ExportFormat) => hasBulkExport(plan) || !needsBulkExport(each, scope.kind, links)
  const [chosen, setFormat] = useState(wanted)
  const format = chosen ?? formats.find(mayHave) ?? 'json'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || isBusy) return
    setSending(true)
    setError(undefined)
    try {
      onAsked(await ask({ format, scope, withPrivateNotes: withPrivateNotes || isAlwaysWhole(format) }))
    } catch (failure) {
      setError(failure)
    }
    setSending(false)
  }

  return (
    <form onSubmit={submit} aria-labelledby={legend}>
      <fieldset className="flex flex-col gap-0.5">
        <legend id={legend} className="mb-1 font-medium">
          Format
        </legend>
        {formats.map(each => (
          <label
            key={each}
            className={cx(
              '-mx-2 flex gap-2.5 rounded-control px-2 py-1.5',
              mayHave(each) ? 'cursor-pointer hover:bg-sunken' : 'text-ink-2',
            )}
          >
            <input
              type="radio"
              name="format"
              className="mt-1 size-4 shrink-0 accent-ink"
              checked={format === each}
              disabled={!mayHave(each)}
              aria-label={FORMATS[each].name}
              aria-describedby={`${legend}-${each}`}
              onChange={() => setFormat(each)}
            />
            <span className="min-w-0">
              <span className="flex items-center gap-2 font-medium">
                {FORMATS[each].name} {!mayHave(each) && <Badge>Pro</Badge>}
              </span>
              <span id={`${legend}-${each}`} className="block text-meta text-ink-2">
                {FORMATS[each].text}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {!hasBulkExport(plan) && (
        <p className="mt-2 text-meta text-ink-2">
          {links === 1
            ? 'Every plan exports one article as EPUB. Its other formats are part of Pro. '
            : 'Articles as files, and exports of chosen links or one collection, are part of Pro. '}
          <Plans />
        </p>
      )}
      {isAlwaysWhole(format) ? (
        <p className="mt-2 flex min-h-9 items-center pointer-coarse:min-h-11">
          An audit file always has your private notes.
        </p>
      ) : (
        <label className="mt-2 flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="checkbox"
            checked={withPrivateNotes}
            onChange={event => setPrivate(event.currentTarget.checked)}
          />
          With private notes
        </label>
      )}
      {error !== undefined && (
        <p role="alert" className="mt-1 text-meta text-danger">
          {messageOf(error, 'The export could not be asked for. Please check your connection.')}{' '}
          {error instanceof ApiError && error.status === 402 && <Plans />}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {/* Not disabled, because a disabled button would lose the focus. */}
        <Button
          look="ink"
          type="submit"
          aria-disabled={isSending || isBusy || !mayHave(format) || undefined}
          className="aria-disabled:opacity-55"
        >
          Export
        </Button>
        {isBusy && <p className="text-meta text-ink-2">One export is made at a time.</p>}
      </div>
    </form>
  )
}

const Plans = () => (
  <a href="/pricing" className="underlined rounded-[4px] font-medium text-ink">
    See plans
  </a>
)
