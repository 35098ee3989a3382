import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { LinksOfTag } from './links-of-tag.tsx'
import { useTagAct } from './use-tag-act.ts'

type Props = {
  tag: string
  into: string
  /** The person wanted to rename the tag. */
  isTaken: boolean
  focusAfter: () => HTMLElement | null
  onDone: () => void
  onClose: () => void
}

/** Asks before two tags become one. */
export const MergeDialog = ({ tag, into, isTaken, focusAfter, onDone, onClose }: Props) => {
  const act = useTagAct()
  const [isPending, setPending] = useState(false)
  const merge = async () => {
    setPending(true)
    const { status } = await act('mergeTags', { from: [tag], into }, { from: tag, to: into })
    if (status === 'refused') onClose()
    else onDone()
  }
  return (
    <Dialog
      title="Merge Tags"
      focusAfter={focusAfter}
      onClose={onClose}
      description={
        <>
          {isTaken && (
            <p className="mb-2">
              Another tag is named <Name tag={into} />. They can become one.
            </p>
          )}
          <p>
            <LinksOfTag tag={tag} verb={['gets', 'get']} /> the tag <Name tag={into} /> instead of{' '}
            <Name tag={tag} />.
          </p>
        </>
      }
    >
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ink" data-focus-first disabled={isPending} onClick={merge}>
          {isPending ? 'Merging...' : 'Merge'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Name = ({ tag }: { tag: string }) => <bdi className="font-medium break-words text-ink">“{tag}”</bdi>
