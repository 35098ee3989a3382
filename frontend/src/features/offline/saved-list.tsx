import { X } from 'lucide-react'
import { type MouseEvent, useDeferredValue } from 'react'
import { Link } from 'wouter'
import { type Id, readerPath } from '../../data/id.ts'
import { isExpired, type SavedSummary } from '../../data/saved-articles/store.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatDate, formatExact } from '../../lib/format.ts'
import { hostOf } from '../../lib/hosts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'

type Props = { articles: readonly SavedSummary[]; onRemove: (id: Id) => void }

/** Rows that are there when the dialog opens. */
const FIRST_ROWS = 30

/** The saved articles. The first rows come at once and the others in pauses of the browser, which draws only those in view. */
export const SavedList = ({ articles, onRemove }: Props) => {
  const most = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS)
  return (
    <ul
      aria-label="Saved articles"
      className="-mx-2 max-h-[min(26rem,50dvh)] overflow-y-auto overscroll-contain"
    >
      {articles.slice(0, most).map(article => (
        <Row key={article.id} article={article} onRemove={onRemove} />
      ))}
    </ul>
  )
}

const Row = ({ article, onRemove }: { article: SavedSummary; onRemove: Props['onRemove'] }) => {
  const { id, title, url, bytes, expiresAt, isByHand } = article
  const remove = ({ currentTarget }: MouseEvent) => {
    const row = currentTarget.closest('li')
    const beside = row?.nextElementSibling ?? row?.previousElementSibling
    // Without another row, the dialog's own buttons are next.
    const next =
      beside?.querySelector('button') ?? row?.closest('[role=dialog]')?.querySelector('[data-close]')
    if (next instanceof HTMLElement) next.focus()
    onRemove(id)
  }
  return (
    <li className="relative flex items-center gap-2 rounded-control py-1 pr-1 pl-2 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] hover:bg-sunken">
      <div className="min-w-0 flex-1">
        <Link
          href={readerPath(id)}
          dir="auto"
          title={title}
          className="covers-card block truncate font-serif text-lead font-[550]"
        >
          {title}
        </Link>
        <p className="tabular truncate text-meta text-ink-2">
          {isExpired(article) ? (
            'Expired'
          ) : (
            <time dateTime={expiresAt} title={formatExact(expiresAt)}>
              Until {formatDate(expiresAt)}
            </time>
          )}{' '}
          · {formatBytes(bytes)}
          {!isByHand && ' · automatic'} · {hostOf(url)}
        </p>
      </div>
      <Tip label="Remove">
        <IconButton aria-label={`Remove ${title}`} className="relative z-10" onClick={remove}>
          <X aria-hidden />
        </IconButton>
      </Tip>
    </li>
  )
}
