import type { Link } from '../../data/answers.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { cx } from '../../ui/cx.ts'

type Props = { link: Link; isOneLine?: boolean }

/** The reason why an article could not be read, and a Retry button. */
export const Failure = ({ link, isOneLine }: Props) => {
  const run = useRun()
  if (link.extraction !== 'failed') return null
  return (
    <p className={cx('text-meta text-ink-2', isOneLine && 'row-rest flex gap-1')}>
      <span className={isOneLine ? 'truncate' : ''}>
        Could not be read{link.extractionReason ? `: ${lowerFirst(link.extractionReason)}` : '.'}
      </span>{' '}
      {link.library === undefined && (
        <button
          type="button"
          onClick={() => run('retry', link)}
          aria-label={`Retry reading ${link.title}`}
          className="underlined tappable relative z-10 inline-block shrink-0 rounded-[4px] font-medium whitespace-nowrap text-ink"
        >
          Retry
        </button>
      )}
    </p>
  )
}

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
