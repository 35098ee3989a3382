import { NoteChanged } from '@lectern/contracts/api/notes.ts'
import { NOTE_TEXT_MAX } from '@lectern/contracts/limits.ts'
import { type ApiError, newKey } from '../../lib/api.ts'
import { type Act, kindOf } from '../acts/kinds.ts'
import type { Note } from '../answers.ts'
import { newNote } from '../notes/new-note.ts'
import { writeAs } from './send-act.ts'

type Revision = Extract<Act, { name: 'reviseNote' }>

/** The note as it is now, where a revision was refused because it changed. */
export const currentOf = ({ status, message, details }: ApiError): Note | undefined =>
  status === 409 ? NoteChanged.safeParse({ message, error: message, ...details }).data?.current : undefined

const titled = (content: string): string => {
  const text = `Conflicting copy\n\n${content}`
  return text.length > NOTE_TEXT_MAX ? content : text
}

/**
 * Sends a revision that was refused because its note was changed or deleted elsewhere. Its text becomes a new note at the
 * same place; a text that nobody else changed still becomes that of its note. Throws the refusal where it has no text or
 * another reason. The note is taken once for each act, so this may be repeated.
 */
export const sendCopy = (act: Revision, refusal: ApiError): Promise<unknown> => {
  const { linkId, content, was, isPrivate } = act.params
  const current = currentOf(refusal)
  if (content === undefined || (refusal.status === 409 && !current)) throw refusal
  const { request } = kindOf('reviseNote')
  if (current && current.content === was?.content)
    return writeAs(act, request({ ...act.params, basedOn: current.updatedAt }, act.key), newKey())
  const seen = current ?? was
  const { clientId: _, ...copy } = newNote({
    ...{ linkId, type: seen?.type ?? 'note', content: current ? titled(content) : content },
    ...(seen && { selectedText: seen.selectedText, color: seen.color, isPrivate: seen.isPrivate }),
    ...(seen && { position: seen.position, anchor: seen.anchor }),
    ...(isPrivate !== undefined && { isPrivate }),
  })
  return writeAs(act, kindOf('takeNote').request({ ...copy, clientId: act.key }, act.key), newKey())
}
