import { UNDO_CHORD } from '../../lib/keyboard/undo-chord.ts'
import { COMMANDS, type CommandId } from './commands.ts'

/** The texts in the list of shortcuts, in its order. Apart from the commands, because only that list needs them. */
const LABELS = {
  Go: {
    next: 'Next link',
    previous: 'Previous link',
    open: 'Open the link',
    back: 'Back to the list, in an article',
    original: 'Open the original',
    search: 'Search',
    grid: 'Show the grid',
    list: 'Show the list',
    dashboard: 'Dashboard',
    notes: 'Notes',
    history: 'History',
    import: 'Import',
  },
  Change: {
    addLink: 'Add a link',
    addNote: 'Add a note, in an article',
    favorite: 'Favorite, or no longer',
    archive: 'Archive, or take out',
    archiveAndNext: 'Archive and next, in an article',
    edit: 'Edit details',
    collect: 'Add to a collection',
    tags: 'Change the tags',
    copy: 'Copy the address',
    delete: 'Delete',
    undo: 'Undo the last change',
    select: 'Select, or unselect',
    selectAll: 'Select all',
    selectNone: 'Select none',
    shortcuts: 'This list',
  },
} as const satisfies Record<string, { readonly [id in CommandId]?: string }>

/** A capital letter is held with Shift. */
const named = (key: string): string => (/^[A-Z]$/.test(key) ? `Shift+${key.toLowerCase()}` : key)

type Shortcut = { readonly id: string; readonly keys: readonly string[]; readonly label: string }

/** The commands that have keys, by group. */
export const shortcutGroups = (): { title: string; shortcuts: Shortcut[] }[] =>
  Object.entries(LABELS).map(([title, labels]) => ({
    title,
    shortcuts: Object.entries(labels).map(([id, label]) => ({
      id,
      label,
      keys: [...COMMANDS[id as CommandId].keys.map(named), ...(id === 'undo' ? [UNDO_CHORD] : [])],
    })),
  }))
