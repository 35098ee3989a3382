import { BulkEditRequest } from '@lectern/contracts/api/link-requests.ts'
import { type FormEvent, useState } from 'react'
import { nameLinks } from '../data/acts/named-links.ts'
import type { Id } from '../data/id.ts'
import { useAct } from '../data/library/use-library.tsx'
import { useShownLink } from '../data/library/use-links.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { splitTags } from './tags.ts'
import { saveOnEnter, TagsField } from './tags-field.tsx'

type Props = { linkId: Id; onClose: () => void }

/** Changes the tags of one link. */
export default function TagLinkDialog({ linkId, onClose }: Props) {
  const link = useShownLink(linkId)
  const act = useAct()
  const [text, setText] = useState(() => (link?.tags ?? []).map(tag => `${tag}, `).join(''))
  const [problem, setProblem] = useState<string>()
  if (!link) return null
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { data, error } = BulkEditRequest.safeParse({ linkIds: [1], updates: { tags: splitTags(text) } })
    if (error) return setProblem(error.issues[0]?.message)
    const { library } = link
    const linkIds = nameLinks([linkId])
    void act('editLinks', { linkIds, updates: data.updates, ...(library !== undefined && { library }) })
    onClose()
  }
  return (
    <Dialog title="Tags" onClose={onClose}>
      <form noValidate onSubmit={save} onKeyDown={saveOnEnter}>
        <TagsField
          label={`Tags of "${link.title}"`}
          hint="Separate tags with commas. Empty removes all."
          error={problem}
          value={text}
          onChange={value => {
            setText(value)
            setProblem(undefined)
          }}
        />
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="ink" type="submit">
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
