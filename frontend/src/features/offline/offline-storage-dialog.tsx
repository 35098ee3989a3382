import { KEPT_DAYS } from '@lectern/contracts/retention.ts'
import { useState } from 'react'
import { useLibrary } from '../../data/library/use-library.tsx'
import { isExpired } from '../../data/saved-articles/store.ts'
import { countOf } from '../../lib/format.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { SavingLine } from '../../parts/offline/saving-line.tsx'
import { useRemoveSaved } from '../../parts/offline/use-remove-saved.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import CouldNotBeSent from './could-not-be-sent.tsx'
import { NotSaved } from './not-saved.tsx'
import OtherAccounts from './other-accounts.tsx'
import { SavedList } from './saved-list.tsx'
import { StorageMeter } from './storage-meter.tsx'
import { useListedArticles } from './use-listed-articles.ts'

/** What this device keeps: the articles saved for reading offline and their room, and changes that could not be sent. */
export default function OfflineStorageDialog({ onClose }: { onClose: () => void }) {
  const { stored, hasFailed } = useListedArticles()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useRemoveSaved()
  const removeExpired = useRemoveExpired()
  const articles = stored?.articles ?? []
  const count = articles.length
  if (isConfirming)
    return (
      <ConfirmDialog
        key="confirm"
        title="Remove all saved articles"
        action="Remove all"
        doing="Removing..."
        onClose={() => setConfirming(false)}
        focusAfter={() => null}
        act={async () => {
          await remove(
            articles.map(({ id }) => id),
            'All cached articles removed',
          )
          return { status: 'sent' }
        }}
      >
        <p>
          {countOf(count, 'article')} will no longer be on this device.{' '}
          {count === 1 ? 'It stays' : 'They stay'} in your library.
        </p>
      </ConfirmDialog>
    )
  const hasExpired = articles.some(article => isExpired(article))
  return (
    <Dialog key="storage" title="Offline Storage" onClose={onClose}>
      <CouldNotBeSent />
      {hasFailed && (
        <p role="alert" className="text-ink-2">
          This browser does not let Lectern keep articles here.
        </p>
      )}
      {!stored && !hasFailed && <Skeleton className="h-24" />}
      {stored && (
        <>
          <StorageMeter
            count={count}
            bytes={articles.reduce((sum, { bytes }) => sum + bytes, 0)}
            room={stored.room}
          />
          <div className="mt-5">
            <SavingLine />
            {count === 0 ? (
              <p className="text-ink-2">
                Nothing is saved on this device. “Save for offline” in the menu of an article keeps it here
                for {countOf(KEPT_DAYS, 'day')}, with its notes and pictures.
              </p>
            ) : (
              <SavedList articles={articles} onRemove={id => void remove([id], 'Article removed')} />
            )}
          </div>
        </>
      )}
      <NotSaved />
      <OtherAccounts />
      <DialogFoot>
        {count > 0 && (
          <Button look="danger" className="mr-auto" onClick={() => setConfirming(true)}>
            Remove all
          </Button>
        )}
        {hasExpired && <Button onClick={() => void removeExpired()}>Remove expired</Button>}
        <Button look="ink" data-close onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const useRemoveExpired = () => {
  const { savedArticles: load } = useLibrary()
  const toast = useToast()
  return async () => {
    try {
      await (await load()).removeExpired()
      toast({ title: 'Expired articles removed' })
    } catch {
      toast({ tone: 'danger', title: 'The articles could not be removed', description: 'Please try again.' })
    }
  }
}
