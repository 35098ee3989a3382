import { useState } from 'react'
import type { Link } from '../../data/answers.ts'
import type { Id } from '../../data/id.ts'
import { useLibrary } from '../../data/library/use-library.tsx'
import { editKey } from '../../data/links/drafts.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { changesOf, Draft, emptyDraft } from './draft.ts'

const parse = (text: string | null): Draft | undefined => {
  if (text === null) return undefined
  try {
    return Draft.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Texts that are typed into the form of a link. Each change is kept on the device until the server has it, or until the person
 * discards it: a reload, a refusal or a click outside leaves it.
 */
export const useDraft = (linkId: Id) => {
  const { id: userId } = useUser()
  const { outbox } = useLibrary()
  const key = editKey(userId, linkId)
  const [kept] = useState(() => {
    const draft = parse(readStored(key))
    const isOnItsWay = outbox
      .pending()
      .some(
        ({ act }) => act.name === 'editLink' && act.params.linkId === linkId && act.at >= (draft?.at ?? ''),
      )
    return isOnItsWay ? undefined : draft
  })
  const [draft, setDraft] = useState(() => kept ?? emptyDraft())
  return {
    draft,
    /** When it was typed, if an earlier form has left it. */
    keptAt: kept?.at,
    change: (next: Draft, link: Link) => {
      const now = { ...next, at: new Date().toISOString() }
      setDraft(now)
      if (Object.keys(changesOf(now, link)).length > 0) writeStored(key, JSON.stringify(now))
      else removeStored(key)
    },
    discard: () => removeStored(key),
  }
}
