import { expect, test } from 'vitest'
import { viewTitle } from './dashboard-screen.tsx'

const garden = { id: 3, name: 'Garden', description: null, color: '#3B82F6', count: 1 }
const all = { q: '', favorite: false, archived: false, collection: null, progress: null } as const

test.each([
  [{}, 'My Saved Links'],
  [{ collection: 3 }, 'Garden'],
  [{ collection: 'none' }, 'No Collection'],
  [{ archived: true }, 'Archive'],
  [{ archived: true, collection: 3 }, 'Archive of Garden'],
  [{ favorite: true }, 'Favorites'],
  [{ favorite: true, archived: true }, 'Favorites in the archive'],
  [{ progress: 'begun' }, 'Begun'],
  [{ progress: 'unread', collection: 3 }, 'Unread in Garden'],
  [{ q: 'tomato', collection: 3 }, '“tomato” in Garden'],
] as const)('the tab of %o is called %s', (filters, title) => {
  expect(viewTitle({ ...all, ...filters }, [garden])).toBe(title)
})
