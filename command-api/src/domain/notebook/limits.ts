import type { RejectionCode } from '@lectern/contracts/api/errors.ts'
import type { NoteReason } from '@lectern/contracts/import-reasons.ts'
import { NOTES_BYTES_MAX, NOTES_MAX, NOTES_OF_LINK_MAX } from '@lectern/contracts/limits.ts'

type LimitReason = Exclude<NoteReason, 'link-gone'>
type Totals = { readonly notes: number; readonly ofLink: number; readonly bytes: number }

/** The limit that a notebook with these totals would exceed. */
export const exceeded = ({ notes, ofLink, bytes }: Totals): LimitReason | undefined => {
  if (notes > NOTES_MAX) return 'too-many-notes'
  if (ofLink > NOTES_OF_LINK_MAX) return 'too-many-on-link'
  if (bytes > NOTES_BYTES_MAX) return 'too-much-text'
  return undefined
}

export const LIMIT_REJECTIONS: Record<LimitReason, RejectionCode> = {
  'too-many-notes': 'too-many-notes',
  'too-many-on-link': 'too-many-notes-on-link',
  'too-much-text': 'too-much-note-text',
}
