import type { Role } from '@lectern/contracts/sharing.ts'

/** What a role is called, and what it allows. */
export const ROLE_WORDS: Readonly<Record<Role, { readonly name: string; readonly may: string }>> = {
  reader: { name: 'Reader', may: 'reads, and keeps notes alone' },
  commenter: { name: 'Commenter', may: 'reads, and writes notes that all see' },
  editor: { name: 'Editor', may: 'comments, saves, edits and removes' },
}
