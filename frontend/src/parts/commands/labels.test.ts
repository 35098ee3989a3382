import { expect, test } from 'vitest'
import { commandEntries } from './commands.ts'
import { shortcutGroups } from './labels.ts'

test('the list of shortcuts has each command with keys once, and no other', () => {
  const withKeys = commandEntries().flatMap(([id, { keys }]) => (keys.length > 0 ? [id] : []))
  const listed = shortcutGroups().flatMap(({ shortcuts }) => shortcuts.map(({ id }) => id))
  expect(listed.toSorted()).toEqual(withKeys.toSorted())
})
