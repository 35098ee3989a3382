import { useRef, useState } from 'react'
import { useTags } from '../../../data/library/use-tags.ts'
import { messageOf } from '../../../lib/api.ts'
import { useNavigate } from '../../../lib/navigation.tsx'
import { mainElement } from '../../../parts/confirm-dialog.tsx'
import type { Dialogs } from '../../../parts/dialogs.ts'
import { tagHref } from '../../../parts/tag-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { ListPlace } from './find-tags.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { entryBeside } from './tag-entries.ts'
import { TagList } from './tag-list.tsx'

type Stage =
  | { name: 'list' }
  | { name: 'rename' | 'merge' | 'delete'; tag: string }
  | { name: 'mergeInto'; tag: string; into: string; isTaken: boolean }

type Props = Dialogs['tags'] & { onClose: () => void }

/** The list of all tags, and the dialogs that change one of them. Dialogs that the list opened return to it. */
export default function TagsDialog({ wants, onClose }: Props) {
  const [stage, setStage] = useState<Stage>(wants ? { name: wants.act, tag: wants.tag } : { name: 'list' })
  const [place, setPlace] = useState<ListPlace>()
  const isChosen = useRef(false)
  const navigate = useNavigate()
  const [entry] = useState(() => wants && entryBeside(wants.tag))
  const changed = useRef<string>(null)
  /** The focus goes on in the sidebar, at the tag or beside where it was. Without a change, where it came from. */
  const focusAfter = () => (changed.current === null || !entry ? null : entry(changed.current))
  const leave = (tag: string) => {
    if (wants) return onClose()
    setPlace(before => before && { ...before, tag })
    setStage({ name: 'list' })
  }
  const finish = (tag: string) => {
    changed.current = tag
    leave(tag)
  }

  if (stage.name === 'list')
    return (
      <Dialog
        key="list"
        title="All Tags"
        onClose={onClose}
        focusAfter={() => (isChosen.current ? mainElement() : null)}
      >
        <Tags
          place={place}
          onChoose={(tag, isArchived) => {
            isChosen.current = true
            onClose()
            navigate(tagHref(tag, isArchived))
          }}
          onAct={(act, at) => {
            setPlace(at)
            setStage({ name: act, tag: at.tag })
          }}
        />
      </Dialog>
    )
  const { tag } = stage
  if (stage.name === 'mergeInto') {
    const { into, isTaken } = stage
    const props = { tag, into, isTaken, focusAfter }
    return <MergeDialog {...props} onDone={() => finish(into)} onClose={() => leave(tag)} />
  }
  if (stage.name === 'rename')
    return (
      <RenameDialog
        tag={tag}
        onTaken={into => setStage({ name: 'mergeInto', tag, into, isTaken: true })}
        focusAfter={focusAfter}
        onDone={finish}
        onClose={() => leave(tag)}
      />
    )
  if (stage.name === 'delete')
    return (
      <DeleteDialog
        tag={tag}
        focusAfter={focusAfter}
        onDone={() => {
          changed.current = tag
        }}
        onClose={() => leave(tag)}
      />
    )
  return (
    <Dialog key="merge" title="Merge Tag" description={<Merged tag={tag} />} onClose={() => leave(tag)}>
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
