import { Deleted, DeletionDialog, mainElement } from '../../../parts/deletion-dialog.tsx'
import { LinksOfTag } from './links-of-tag.tsx'
import { useTagAct } from './use-tag-act.ts'

type Props = { tag: string; onClose: () => void }

export const DeleteDialog = ({ tag, onClose }: Props) => {
  const act = useTagAct()
  return (
    <DeletionDialog
      title="Delete Tag"
      onClose={onClose}
      focusAfter={mainElement}
      remove={() => act('deleteTag', { tag }, { from: tag, to: null })}
    >
      <Deleted>{tag}</Deleted>
      <p className="mt-2">
        <LinksOfTag tag={tag} verb={['loses', 'lose']} /> this tag. The links stay.
      </p>
    </DeletionDialog>
  )
}
