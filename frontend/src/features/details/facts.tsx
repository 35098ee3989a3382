import { Archive, ArchiveRestore, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { isUnsent } from '../../data/acts/act.ts'
import type { Link } from '../../data/answers.ts'
import { countOf, formatDate, formatExact, readingMinutes } from '../../lib/format.ts'
import { isWebAddress, useShownHost } from '../../lib/hosts.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { Button } from '../../ui/button.tsx'

/** Facts that the person does not type: where the link is from, when it was saved, its article, its notes and its flags. */
export const Facts = ({ link }: { link: Link }) => {
  const run = useRun()
  const host = useShownHost(link.url)
  return (
    <section aria-label="About this link" className="border-t border-line pt-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2.5">
        <Fact name="From">
          {isWebAddress(link.url) ? (
            <a
              href={link.url}
              target="_blank"
              rel="noopener noreferrer"
              className="underlined tappable relative break-words"
            >
              {host}
            </a>
          ) : (
            host
          )}
        </Fact>
        <Fact name="Saved">
          <time dateTime={link.createdAt} title={formatExact(link.createdAt)}>
            {formatDate(link.createdAt)}
          </time>
          {link.savedBy !== undefined && <span dir="auto"> by {link.savedBy}</span>}
        </Fact>
        <Fact name="Article">
          <Article link={link} />
        </Fact>
        {!isUnsent(link) && (
          <Fact name="Notes">
            <button
              type="button"
              onClick={() => run('notesOfLink', link)}
              className="underlined tappable relative rounded-[4px] text-left"
            >
              {link.noteCount === 0 ? 'Write a note' : countOf(link.noteCount, 'note')}
            </button>
          </Fact>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => run('favorite', link)}>
          <Star aria-hidden className={link.isFavorite ? 'fill-marker text-marker-ink' : ''} />
          {link.isFavorite ? 'In favorites' : 'Add to favorites'}
        </Button>
        <Button onClick={() => run('archive', link)}>
          {link.isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {link.isArchived ? 'Move out of the archive' : 'Archive'}
        </Button>
      </div>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd className="min-w-0 text-ink">{children}</dd>
  </>
)

/** Whether the article was read, how long it is, or why it could not be read. */
const Article = ({ link }: { link: Link }) => {
  const run = useRun()
  if (isUnsent(link)) return 'Not sent yet'
  if (link.extraction === 'pending') return 'Being read…'
  if (link.extraction === 'failed')
    return (
      <>
        <p>Could not be read. {link.extractionReason}</p>
        {link.library === undefined && (
          <Button className="mt-2" onClick={() => run('retry', link)}>
            Try again
          </Button>
        )}
      </>
    )
  const { readAt, wordCount } = link
  return (
    <>
      {readAt && (
        <>
          Copied on{' '}
          <time dateTime={readAt} title={formatExact(readAt)}>
            {formatDate(readAt)}
          </time>
          {' · '}
        </>
      )}
      {countOf(wordCount ?? 0, 'word')} · {readingMinutes(wordCount ?? 0)} min
    </>
  )
}
