import type { ReactNode } from 'react'
import type { Link as SavedLink } from '../../data/answers.ts'
import { messageOf } from '../../lib/api.ts'
import { isWebAddress } from '../../lib/hosts.ts'
import { useRun } from '../../parts/commands/use-commands.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Screen } from '../../ui/screen.tsx'
import { BackLink } from './back-link.tsx'
import { NextButton } from './go-on.tsx'
import { ReaderPage, TextShape } from './reader-page.tsx'
import type { ReadingList } from './use-list.ts'

type StateProps = {
  link: SavedLink
  /** Shown under the sentence. */
  foot: ReactNode
}

export const ArticlePending = ({ link, foot }: StateProps) => (
  <ReaderPage title={link.title} link={link}>
    <p role="status" className="mb-8 text-lead text-ink-2">
      This article is being read. It appears here by itself, usually within a few seconds.
    </p>
    <TextShape />
    {foot}
  </ReaderPage>
)

export const ArticleFailed = ({ link, reason, foot }: StateProps & { reason: string | null }) => {
  const run = useRun()
  return (
    <ReaderPage title={link.title} link={link}>
      <h2 className="text-dialog">This article could not be read</h2>
      <p className="mt-2 text-lead text-ink-2">
        {reason ?? 'The page gave no article.'} The link is kept; you can try again, or read the original.
      </p>
      <div className="mt-5 flex flex-wrap gap-2.5">
        {link.library === undefined && (
          <Button look="ink" onClick={() => run('retry', link)}>
            Retry
          </Button>
        )}
        {isWebAddress(link.url) && (
          <a href={link.url} target="_blank" rel="noopener noreferrer" className={buttonClass('outline')}>
            Open the original
          </a>
        )}
      </div>
      {foot}
    </ReaderPage>
  )
}

/** The person deleted the link here, and the list goes on. */
export const ArticleDeleted = ({ list }: { list: ReadingList }) => {
  const next = list.neighbour(1)
  return (
    <Screen title="Deleted" className="grid min-h-dvh grid-cols-1 content-center">
      <Message title="Deleted">
        <div className="flex max-w-full flex-wrap justify-center gap-2.5">
          <BackLink className={buttonClass('outline')}>Back to the list</BackLink>
          {next && <NextButton title={next.title} onClick={() => list.move(1)} />}
        </div>
      </Message>
    </Screen>
  )
}

export const InvalidLink = () => (
  <Screen title="Invalid article link" className="grid min-h-dvh place-content-center">
    <Message title="Invalid article link">
      <p className="text-ink-2">There is no article of yours at this address. It may have been deleted.</p>
      <BackLink className={buttonClass('ink')}>Go Back</BackLink>
    </Message>
  </Screen>
)

/** Who shared it does so no more, or took it out of what is shared. */
export const NotShared = () => (
  <Screen title="Not shared with you" className="grid min-h-dvh place-content-center">
    <Message title="This article is not shared with you">
      <p role="status" className="text-ink-2">
        It was removed from the collection, or you see the collection no more.
      </p>
      <BackLink className={buttonClass('ink')}>Go Back</BackLink>
    </Message>
  </Screen>
)

/** The device does not keep the article, and the server cannot be reached. */
export const ArticleNotCached = ({ link }: { link: SavedLink | undefined }) => (
  <Screen title={link?.title ?? 'Article Not Cached'} className="grid min-h-dvh place-content-center">
    <Message title="Article Not Cached">
      {link && (
        <p dir="auto" className="max-w-full font-serif text-lead break-words">
          {link.title}
        </p>
      )}
      <p role="status" className="text-ink-2">
        This device does not keep the article. Connect to the internet to read it.
      </p>
      <BackLink className={buttonClass('ink')}>Back</BackLink>
    </Message>
  </Screen>
)

export const LoadFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Screen title="Reader" className="grid min-h-dvh place-content-center">
    <Message title="The article could not be loaded">
      <p className="text-ink-2">{messageOf(error, 'There was no answer. Please check your connection.')}</p>
      <div className="flex gap-2.5">
        <BackLink className={buttonClass('outline')}>Go Back</BackLink>
        <Button look="ink" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Message>
  </Screen>
)
