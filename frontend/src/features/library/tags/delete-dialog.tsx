import { ConfirmDialog, Deleted, mainElement } from '../../../parts/confirm-dialog.tsx'
import { LinksOfTag } from './links-of-tag.tsx'
import { useTagAct } from './use-tag-act.ts'

type Props = { tag: string; onClose: () => void }

export const DeleteDialog = ({ tag, onClose }: Props) => {
  const act = useTagAct()
  return (
    <ConfirmDialog
      title="Delete Tag"
      onClose={onClose}
      focusAfter={mainElement}
      act={() => act('deleteTag', { tag }, { from: tag, to: null })}
    >
      <Deleted>{tag}</Deleted>
      <p className="mt-2">
        <LinksOfTag tag={tag} verb={['loses', 'lose']} /> this tag. The links stay.
      </p>
    </ConfirmDialog>
  )
}
