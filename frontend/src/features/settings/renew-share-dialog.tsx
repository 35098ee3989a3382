import type { Share } from '@lectern/contracts/api/shares.ts'
import { useState } from 'react'
import { useSharing } from '../../data/library/use-sharing.ts'
import { messageOf } from '../../lib/api.ts'
import { Secret } from '../../parts/secret.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'

/** Gives a public link another address, and shows it this once. */
export const RenewShareDialog = ({ of: share, onClose }: { of: Share; onClose: () => void }) => {
  const { renew } = useSharing()
  const [address, setAddress] = useState<string>()
  const [problem, setProblem] = useState('')
  const act = async () => {
    setProblem('')
    try {
      setAddress((await renew(share.id)).url)
    } catch (error) {
      setProblem(messageOf(error, 'The public link could not be renewed. Please check your connection.'))
    }
  }
  return (
    <Dialog
      title="Renew public link"
      description={
        address === undefined
          ? 'It gets a new address, and the address that it has now shows nothing any more.'
          : 'Copy the address now: it is not shown again.'
      }
      onClose={onClose}
    >
      {address !== undefined && (
        <div className="mt-4">
          <Secret label="Address" value={address} />
        </div>
      )}
      {problem !== '' && (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
      <DialogFoot>
        {address === undefined ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="ink" onClick={act}>
              Renew
            </Button>
          </>
        ) : (
          <Button look="ink" onClick={onClose}>
            Done
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
