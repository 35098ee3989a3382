import type { ExistingLink } from '@lectern/contracts/api/refusal.ts'
import { useEffect, useRef, useState } from 'react'
import type { Link } from '../../data/answers.ts'
import { useLibrary } from '../../data/library/use-library.tsx'
import { keys } from '../../data/links/keys.ts'
import { asSent, changesOf, clashes, type Field, problemsOf, shownOf, wasOf } from './draft.ts'
import type { useDraft } from './use-draft.ts'

type Options = {
  link: Link
  drafted: ReturnType<typeof useDraft>
  /** Focuses what matches this selector in the form, after the next render. */
  focus: (selector: string) => void
  onDone: () => void
}

const UNSETTLED = 'This was changed elsewhere meanwhile. Please choose what to keep.'

/** Saves what the draft changes, and knows what stands in the way: problems of fields, clashes, a refusal. */
export const useSaveEdit = ({ link, drafted: { draft, keptAt, discard }, focus, onDone }: Options) => {
  const { outbox, client } = useLibrary()
  const [isTried, setTried] = useState(keptAt !== undefined)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [existing, setExisting] = useState<ExistingLink>()

  const changes = changesOf(draft, link)
  const isChanged = Object.keys(changes).length > 0
  const problems = isChanged ? problemsOf(changes) : {}
  const clashing = clashes(draft, link)

  // An answer may come after the form has closed. Then a toast tells it.
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const cancel = () => {
    discard()
    onDone()
  }
  const save = async (ignoreDuplicate = false) => {
    if (isSaving) return
    setTried(true)
    setRefusal(undefined)
    if (!ignoreDuplicate) setExisting(undefined)
    if (!isChanged) return cancel()
    if (Object.keys(problems).length > 0) return focus('[aria-invalid=true]')
    if (clashing.length > 0) {
      setRefusal(UNSETTLED)
      return focus('[data-clash] button')
    }
    setSaving(true)
    const { collectionId } = changes
    const outcome = await outbox.act(
      'editLink',
      {
        linkId: link.id,
        changes: {
          // A collection that was made here may have its id by now.
          ...asSent(collectionId == null ? changes : { ...changes, collectionId: outbox.idOf(collectionId) }),
          was: asSent(wasOf(changes, link)),
          ...(ignoreDuplicate && { ignoreDuplicate }),
        },
        shown: shownOf(changes, link),
      },
      {
        link,
        answers: ({ status, details }) => {
          if (!isOpen.current || status !== 409 || !details.existingLink) return false
          setExisting(details.existingLink)
          return true
        },
      },
    )
    setSaving(false)
    if (outcome.status !== 'refused') return onDone()
    // The text of another device shows beside the one that was typed here.
    void client.invalidateQueries({ queryKey: keys.one(link.id) })
    if (!outcome.error.details.existingLink) setRefusal(outcome.error.message)
  }

  return {
    isChanged,
    /** Shown once the person has tried to save. */
    problems: isTried ? problems : {},
    clashing,
    /** The link that has the new address already. */
    existing,
    refusal,
    isSaving,
    save,
    cancel,
    /** The person has changed this field. */
    forgetRefusal: (field: Field) => {
      if (field === 'url') setExisting(undefined)
      setRefusal(undefined)
    },
  }
}
