import { ConfirmDialog, Deleted } from '../../../parts/confirm-dialog.tsx'
import { LinksOfTag } from './links-of-tag.tsx'
import { useTagAct } from './use-tag-act.ts'

type Props = {
  tag: string
  focusAfter: () => HTMLElement | null
  onDone: () => void
  onClose: () => void
}

export const DeleteDialog = ({ tag, focusAfter, onDone, onClose }: Props) => {
  const act = useTagAct()
  return (
    <ConfirmDialog
      title="Delete Tag"
      onDone={onDone}
      onClose={onClose}
      focusAfter={focusAfter}
      act={() => act('deleteTag', { tag }, { from: tag, to: null })}
    >
      <Deleted>{tag}</Deleted>
      <p className="mt-2">
        <LinksOfTag tag={tag} verb={['loses', 'lose']} /> this tag. The links stay.
      </p>
    </ConfirmDialog>
  )
}
