import { CreateCollectionRequest } from '@lectern/contracts/api/collection-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { z } from 'zod/mini'
import type { Link } from '../data/answers.ts'
import { collectionsQuery } from '../data/collections/queries.ts'
import type { Id } from '../data/id.ts'
import { useCollections } from '../data/library/use-collections.ts'
import { useCollectionsFor } from '../data/library/use-collections-for.ts'
import { useAct, useLibrary } from '../data/library/use-library.tsx'
import { useShownLink } from '../data/library/use-links.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { FormError } from '../ui/field.tsx'
import { CollectionFields, useCollectionForm } from './collection-fields.tsx'
import { Dot } from './dot.tsx'

type Props = { linkId: Id; onClose: () => void }

/** Chooses a link's collection, or creates one and chooses it. */
export default function AddToCollectionDialog({ linkId, onClose }: Props) {
  const link = useShownLink(linkId)
  const { isSuccess } = useQuery(collectionsQuery)
  const hasNone = useCollections().length === 0
  const [isCreating, setCreating] = useState<boolean>()
  // Where there is none to choose, the dialog begins with creating one, and stays there when another device makes one.
  if (isCreating === undefined && isSuccess) setCreating(hasNone && link?.library === undefined)
  // undefined: nothing chosen yet. null: remove the link from its collection.
  const [chosen, setChosen] = useState<Id | null>()
  if (!link) return null
  return (
    <Dialog title={isCreating ? 'Create New Collection' : 'Add to Collection'} onClose={onClose}>
      {isCreating ? (
        <Create
          onBack={() => setCreating(false)}
          onCreated={id => {
            setChosen(id)
            setCreating(false)
          }}
        />
      ) : (
        <Choose
          link={link}
          chosen={chosen}
          onChoose={setChosen}
          onCreate={() => setCreating(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type ChooseProps = {
  link: Link
  chosen: Id | null | undefined
  onChoose: (id: Id | null) => void
  onCreate: () => void
  onClose: () => void
}

const Choose = ({ link, chosen: named, onChoose, onCreate, onClose }: ChooseProps) => {
  const collections = useCollectionsFor(link)
  const { outbox } = useLibrary()
  // A collection that was created here may have its id by now.
  const chosen = named == null ? named : outbox.idOf(named)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const to = chosen == null ? null : collections.find(({ id }) => id === chosen)
    if (to === undefined) return
    setSaving(true)
    setRefusal(undefined)
    const outcome = await outbox.act(
      'collect',
      { linkId: link.id, to: to && { id: to.id, name: to.name } },
      { link },
    )
    setSaving(false)
    if (outcome.status === 'refused') setRefusal(outcome.error.message)
    else onClose()
  }
  return (
    <form noValidate onSubmit={save}>
      <fieldset className="max-h-[50vh] overflow-y-auto rounded-control border border-line">
        <legend className="sr-only">Collection</legend>
        <Choice isChosen={chosen === null} onChoose={() => onChoose(null)}>
          <span className="text-ink-2">Remove from collection</span>
        </Choice>
        {collections.map(({ id, name, color }, index) => (
          <Choice
            key={id}
            hasFocus={link.collectionId ? link.collectionId === id : index === 0}
            isChosen={chosen === id}
            onChoose={() => onChoose(id)}
          >
            <Dot color={color} />
            <span dir="auto" className="min-w-0 break-words">
              {name}
            </span>
            {link.collectionId === id && <span className="shrink-0 text-meta text-ink-3">now</span>}
          </Choice>
        ))}
      </fieldset>
      <FormError>{refusal}</FormError>
      <DialogFoot>
        {link.library === undefined && (
          <Button
            look="ghost"
            onClick={onCreate}
            className="mr-auto -ml-4 max-sm:basis-full max-sm:justify-start"
          >
            Create New Collection
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ink" type="submit" disabled={chosen === undefined || isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </DialogFoot>
    </form>
  )
}

type ChoiceProps = { isChosen: boolean; hasFocus?: boolean; onChoose: () => void; children: ReactNode }

/** Enter chooses and saves, as in a list. The focus alone chooses nothing. */
const Choice = ({ isChosen, hasFocus = false, onChoose, children }: ChoiceProps) => (
  <label
    className={cx(
      'flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-2 not-first-of-type:border-t not-first-of-type:border-line hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-marker-ink',
      isChosen && 'bg-sunken font-medium',
    )}
  >
    <input
      type="radio"
      name="collection"
      className="sr-only"
      data-focus-first={hasFocus || undefined}
      checked={isChosen}
      onChange={onChoose}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.repeat && onChoose()}
    />
    {children}
    {isChosen && <Check aria-hidden className="ml-auto" />}
  </label>
)

const CreateForm = z.extend(CreateCollectionRequest, {
  name: z.pipe(
    z.string().check(z.trim(), z.minLength(1, 'Please enter a collection name.')),
    CreateCollectionRequest.shape.name,
  ),
})

const Create = ({ onBack, onCreated }: { onBack: () => void; onCreated: (id: Id) => void }) => {
  const act = useAct()
  const form = useCollectionForm(CreateForm, {
    onSubmit: async ({ name, color }) => {
      const outcome = await act('createCollection', { name, color })
      if (outcome.status === 'refused') throw outcome.error
      onCreated(outcome.made)
    },
  })
  return (
    <form noValidate className="flex flex-col gap-4.5" onSubmit={form.submit}>
      <CollectionFields form={form} hasDescription={false} />
      <DialogFoot>
        <Button onClick={onBack}>Back</Button>
        <Button look="ink" type="submit" disabled={form.isSubmitting}>
          {form.isSubmitting ? 'Creating...' : 'Create'}
        </Button>
      </DialogFoot>
    </form>
  )
}
