const IS_MAC = /^(?:Mac|iP)/.test(navigator.platform)

/** The chord that takes the last change back, as the list of shortcuts shows it. */
export const UNDO_CHORD = IS_MAC ? '⌘+z' : 'Ctrl+z'

/** Whether it is Ctrl+Z, on a Mac Cmd+Z, with no other key. */
export const isUndoChord = ({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' &&
  !altKey &&
  !shiftKey &&
  !repeat &&
  (IS_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey)
