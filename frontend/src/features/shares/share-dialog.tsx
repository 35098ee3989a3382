import { sharesCollections } from '@lectern/contracts/shares.ts'
import { useState } from 'react'
import { useCollections } from '../../data/library/use-collections.ts'
import { useUser } from '../../data/session/use-session.tsx'
import type { Dialogs } from '../../parts/dialogs.ts'
import { NeedsServer } from '../../parts/needs-server.tsx'
import { SecretOnce } from '../../parts/secret.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { ShareForm } from './share-form.tsx'

type Props = Dialogs['publicLink'] & { onClose: () => void }

/** Makes a public link of an article, its highlights or a collection, and shows its address this once. */
export default function ShareDialog({ onClose, ...of }: Props) {
  const { plan } = useUser()
  const [address, setAddress] = useState<string>()
  const collections = useCollections()
  const isOfCollection = 'collectionId' in of
  const title = isOfCollection
    ? `Public link to "${collections.find(({ id }) => id === of.collectionId)?.name ?? 'collection'}"`
    : of.kind === 'highlights'
      ? 'Share highlights'
      : 'Share article'
  if (address !== undefined)
    return (
      <Dialog
        title={title}
        description="Copy the address now: it is not shown again. You can renew or withdraw it in Settings, under Public links."
        onClose={onClose}
      >
        <SecretOnce label="Address" value={address} onClose={onClose} />
      </Dialog>
    )
  const mayShare = !isOfCollection || sharesCollections(plan)
  return (
    <Dialog
      title={title}
      description={
        mayShare
          ? 'Everybody who has the address can see it, without an account. Search engines are asked to leave it out.'
          : 'Public links of collections are part of the Ultra plan. Articles and highlights have them on every plan.'
      }
      onClose={onClose}
    >
      {mayShare ? (
        <NeedsServer sentence="Public links can be made when you are online again.">
          <ShareForm
            of={
              isOfCollection
                ? { kind: 'collection', collectionId: of.collectionId }
                : { kind: of.kind ?? 'article', linkId: of.linkId }
            }
            onMade={setAddress}
            onClose={onClose}
          />
        </NeedsServer>
      ) : (
        <DialogFoot>
          <a href="/pricing" className={buttonClass('outline')}>
            View plans
          </a>
          <Button look="ink" onClick={onClose}>
            Close
          </Button>
        </DialogFoot>
      )}
    </Dialog>
  )
}
