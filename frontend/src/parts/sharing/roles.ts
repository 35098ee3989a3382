import type { Role } from '@lectern/contracts/sharing.ts'

/** What a role is called, and what it allows. */
export const ROLE_WORDS: Readonly<Record<Role, { readonly name: string; readonly may: string }>> = {
  reader: { name: 'Reader', may: 'reads, and keeps private notes' },
  commenter: { name: 'Commenter', may: 'also writes notes that all members see' },
  editor: { name: 'Editor', may: 'also saves, edits, moves and removes articles' },
}
