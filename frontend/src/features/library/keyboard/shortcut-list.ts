type Group = { title: string; entries: readonly { keys: readonly string[]; does: string }[] }

/** All shortcuts, in the order of the dialog that ? opens. 'g d' means g, then d. A shortcut may have several keys. */
export const SHORTCUTS = [
  {
    title: 'Go',
    entries: [
      { keys: ['j'], does: 'Next link' },
      { keys: ['k'], does: 'Previous link' },
      { keys: ['Enter', 'o'], does: 'Open the link' },
      { keys: ['/'], does: 'Search' },
      { keys: ['g d'], does: 'Dashboard' },
      { keys: ['g n'], does: 'Notes' },
      { keys: ['g i'], does: 'Import' },
    ],
  },
  {
    title: 'Change',
    entries: [
      { keys: ['n'], does: 'Add a link' },
      { keys: ['f'], does: 'Favorite, or no longer' },
      { keys: ['a'], does: 'Archive, or take out' },
      { keys: ['#'], does: 'Delete, also the selection' },
      { keys: ['x'], does: 'Select, or unselect' },
      { keys: ['* a'], does: 'Select all' },
      { keys: ['* n'], does: 'Select none' },
      { keys: ['?'], does: 'This list' },
    ],
  },
] as const satisfies readonly Group[]

export type Keys = (typeof SHORTCUTS)[number]['entries'][number]['keys'][number]
