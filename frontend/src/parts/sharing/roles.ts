import type { Role } from '@lectern/contracts/sharing.ts'

/** What a role is called, and what one can do with it. */
export const ROLE_WORDS: Readonly<Record<Role, { readonly name: string; readonly can: string }>> = {
  reader: { name: 'Reader', can: 'read, and keep private notes' },
  commenter: { name: 'Commenter', can: 'read, and write notes that members see' },
  editor: { name: 'Editor', can: 'comment, save, edit and remove' },
}
