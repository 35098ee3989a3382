import { useEffect, useState } from 'react'
import { useUser } from '../../../data/session/use-session.tsx'
import { toAddress } from '../../../lib/address.ts'
import type { Prefill } from '../../../parts/dialogs.ts'
import { useSchemaForm } from '../../../ui/use-schema-form.ts'
import { AddLinkForm, type AddLinkValues } from './add-link-form.ts'
import { dropLinkDraft, keepLinkDraft, linkDrafts, newDraftId } from './draft.ts'
import { usePageTitle } from './use-page-title.ts'

const fieldsOf = ({ url = '', title = '', note = '' }: Prefill) => ({ url, title, note, tags: '' })

/** The values that the form opens with: the draft of this link, without a prefill the last draft, else the prefill. */
const begin = (userId: string, prefill: Prefill | null) => {
  const address = prefill && toAddress(prefill.url ?? '')
  const draft = linkDrafts(userId).find(
    ({ url }) => prefill === null || (address && toAddress(url) === address),
  )
  return {
    id: draft?.id ?? newDraftId(),
    isDraft: draft !== undefined,
    isTitleTyped: draft?.isTitleTyped ?? false,
    fields: draft
      ? { url: draft.url, title: draft.title, note: draft.note, tags: draft.tags }
      : fieldsOf(prefill ?? {}),
  }
}

type Options = {
  prefill: Prefill | null
  /** isTitleTyped: the person typed the title, which else follows the page's. */
  onSubmit: (values: AddLinkValues, isTitleTyped: boolean) => Promise<void>
}

/** The form of a new link: its title comes by itself until the person types one, and what is typed is kept as a draft. */
export const useAddLinkForm = ({ prefill, onSubmit }: Options) => {
  const { id: userId } = useUser()
  const [start, setStart] = useState(() => begin(userId, prefill))
  const [isTitleTyped, setTitleTyped] = useState(start.isTitleTyped)
  const form = useSchemaForm(AddLinkForm, {
    defaults: start.fields,
    onSubmit: values => onSubmit(values, isTitleTyped),
  })
  const { setValue, isSubmitted } = form
  const values = form.watch()
  const { url, title, tags } = values
  const note = values.note ?? ''

  // A title that came with the address is the page's as the person saw it, also where a sign-in hides it from us.
  const given = prefill?.title && url === prefill.url ? prefill.title : null
  const looked = usePageTitle(url, !isTitleTyped && given === null)
  const suggested = given ?? looked.title
  useEffect(() => {
    if (!isTitleTyped && title !== suggested) setValue('title', suggested, { shouldValidate: isSubmitted })
  }, [isTitleTyped, title, suggested, setValue, isSubmitted])

  const { trigger } = form
  const isWrong = Boolean(prefill?.url) && toAddress(prefill?.url ?? '') === null
  useEffect(() => {
    if (isWrong) void trigger('url')
  }, [isWrong, trigger])

  const { fields, id } = start
  const isTouched =
    url !== fields.url ||
    note !== fields.note ||
    tags !== fields.tags ||
    isTitleTyped !== start.isTitleTyped ||
    (isTitleTyped && title !== fields.title)
  useEffect(() => {
    if (!isTouched) return
    const typed = { id, url, title: isTitleTyped ? title : '', isTitleTyped, note, tags }
    if ([url, typed.title, note, tags].some(text => text.trim() !== ''))
      keepLinkDraft(userId, { ...typed, at: new Date().toISOString() })
    else dropLinkDraft(userId, id)
  }, [isTouched, userId, id, url, title, isTitleTyped, note, tags])

  const dropDraft = () => dropLinkDraft(userId, id)
  return {
    ...form,
    isDraft: start.isDraft,
    isTitleTyped,
    isTitleOfPage: !isTitleTyped && (given !== null || looked.isOfPage),
    /** Whether another title can take the place of the typed one. */
    hasSuggestion: suggested !== '',
    typeTitle: () => setTitleTyped(true),
    takeSuggestion: () => setTitleTyped(false),
    dropDraft,
    /** Gives up what was typed before, and begins with what the form was asked for. */
    clear: () => {
      dropDraft()
      const cleared = {
        id: newDraftId(),
        isDraft: false,
        isTitleTyped: false,
        fields: fieldsOf(prefill ?? {}),
      }
      setStart(cleared)
      setTitleTyped(false)
      // A form that was reset knows its fields only after the next render.
      form.setFocus('url')
      form.reset(cleared.fields)
    },
  }
}
