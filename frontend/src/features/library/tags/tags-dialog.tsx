import { useRef, useState } from 'react'
import { useTags } from '../../../data/tags/use-tags.ts'
import { messageOf } from '../../../lib/api.ts'
import { useNavigate } from '../../../lib/navigation.tsx'
import { mainElement } from '../../../parts/confirm-dialog.tsx'
import type { Dialogs } from '../../../parts/dialogs.ts'
import { tagHref } from '../../../parts/tag-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { TagList } from './tag-list.tsx'

type Stage =
  | { name: 'list' }
  | { name: 'rename' | 'merge' | 'delete'; tag: string }
  | { name: 'mergeInto'; tag: string; into: string; isTaken: boolean }

type Props = Dialogs['tags'] & { onClose: () => void }

/** The list of all tags, and the dialogs that change one of them. Dialogs that the list opened return to it. */
export default function TagsDialog({ wants, onClose }: Props) {
  const [stage, setStage] = useState<Stage>(wants ? { name: wants.act, tag: wants.tag } : { name: 'list' })
  const [last, setLast] = useState<string>()
  const isChosen = useRef(false)
  const navigate = useNavigate()
  const leave = (tag?: string) => {
    if (wants) return onClose()
    setLast(tag)
    setStage({ name: 'list' })
  }

  if (stage.name === 'list')
    return (
      <Dialog title="All Tags" onClose={onClose} focusAfter={() => (isChosen.current ? mainElement() : null)}>
        <Tags
          focused={last}
          onChoose={tag => {
            isChosen.current = true
            onClose()
            navigate(tagHref(tag))
          }}
          onAct={(act, tag) => setStage({ name: act, tag })}
        />
      </Dialog>
    )
  const { tag } = stage
  if (stage.name === 'mergeInto') {
    const { into, isTaken } = stage
    const props = { tag, into, isTaken }
    return <MergeDialog {...props} onDone={() => leave(into)} onClose={() => leave(tag)} />
  }
  if (stage.name === 'rename')
    return (
      <RenameDialog
        tag={tag}
        onTaken={into => setStage({ name: 'mergeInto', tag, into, isTaken: true })}
        onDone={leave}
        onClose={() => leave(tag)}
      />
    )
  if (stage.name === 'delete') return <DeleteDialog tag={tag} onClose={() => leave(tag)} />
  return (
    <Dialog title="Merge Tag" description={<Merged tag={tag} />} onClose={() => leave(tag)}>
      <div className="mt-4">
        <Tags without={tag} onChoose={into => setStage({ name: 'mergeInto', tag, into, isTaken: false })} />
      </div>
    </Dialog>
  )
}

const Merged = ({ tag }: { tag: string }) => (
  <>
    Choose the tag that takes the place of <bdi className="font-medium break-words text-ink">“{tag}”</bdi>.
  </>
)

type TagsProps = Omit<Parameters<typeof TagList>[0], 'tags'> & { without?: string }

const Tags = ({ without, ...list }: TagsProps) => {
  const { tags, error, refetch } = useTags()
  if (tags || !error) return <TagList {...list} tags={tags?.filter(({ tag }) => tag !== without)} />
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      {messageOf(error, 'The tags could not be loaded.')}
      <Button onClick={() => void refetch()}>Try again</Button>
    </div>
  )
}
