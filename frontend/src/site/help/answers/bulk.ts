import { BULK_LINKS_MAX } from '@lectern/contracts/limits.ts'
import type { Answer } from '../answer.ts'

export const BULK: readonly Answer[] = [
  {
    slug: 'select-links',
    question: 'How do I select several links?',
    text: [
      'Point at a card and tick its box; the boxes of the other cards then stay in sight. With `Shift` you select a range, with `x` the card that you are at.',
      '[Select all] ticks every link that is shown, and [Clear] unticks them. On a phone, hold your finger on a card to begin.',
    ],
    tags: ['checkbox', 'multiple', 'range', 'many', 'mark'],
    places: ['bulkBar'],
  },
  {
    slug: 'select-all-matching',
    question: 'How do I select links that are not shown yet?',
    text: [
      `Tick [Select all]. Where more links match than are shown, [that match] appears beside it with their number: it selects them all, up to ${BULK_LINKS_MAX.toLocaleString('en-US')}.`,
    ],
    tags: ['everything', 'whole', 'select all', 'many'],
    places: ['bulkBar'],
  },
  {
    slug: 'edit-selected',
    question: 'How do I change many links at once?',
    text: [
      'Select them and press [Edit Selected]. Tick what you want to change: [Collection], [Favorite], [Tags] or [Archive]. What is not ticked stays as it is.',
    ],
    picture: { of: 'bulk-edit', alt: 'The form that edits all selected links at once.' },
    tags: ['bulk edit', 'mass', 'batch', 'several'],
    places: ['bulkBar', 'bulkEdit'],
  },
  {
    slug: 'tag-many',
    question: 'How do I add or remove a tag on many links?',
    text: [
      'Select them, press [Edit Selected] and tick [Tags]. [Add tags] keeps the tags that are there, [Remove tags] takes away only those that you name, and [Replace all tags] sets the whole list.',
    ],
    tags: ['bulk', 'tags', 'label', 'replace'],
    places: ['bulkBar', 'bulkEdit'],
  },
  {
    slug: 'archive-many',
    question: 'How do I archive or star many links?',
    text: [
      'Select them and press [Archive] or [Add to favorites] in the bar, or the keys `a` and `f`. Where all of them are archived already, the button takes them out again.',
    ],
    tags: ['bulk', 'archive', 'favorites', 'done'],
    places: ['bulkBar'],
  },
  {
    slug: 'move-many',
    question: 'How do I move many links to a collection?',
    text: [
      'Select them and drag one of them onto the collection: all of them go there. Or press [Edit Selected], tick [Collection] and choose it.',
    ],
    tags: ['bulk', 'collection', 'drag', 'folder'],
    places: ['bulkBar', 'bulkEdit'],
  },
  {
    slug: 'delete-many',
    question: 'How do I delete many links?',
    text: [
      'Select them, press [Delete Selected] and confirm. The dialog says how many links and notes go; above 100 links it warns once more.',
      'The deletion itself has no undo, but for 30 days [Recently deleted] in the [Account menu] saves the links again. If you only want them out of sight, archive them.',
    ],
    tags: ['bulk', 'remove', 'clean up', 'erase'],
    places: ['bulkBar', 'bulkDelete', 'accountMenu'],
  },
  {
    slug: 'rename-tags',
    question: 'Can I rename or merge tags in the whole library?',
    text: [
      'Yes. The menu of a tag in the sidebar has [Rename], [Merge into…] and [Delete]. [All tags] below it opens the list of all of them, and so finds rare ones.',
      'A tag is renamed on every link that has it, archived ones included. Deleting a tag deletes no link.',
    ],
    tags: ['bulk', 'tag', 'tidy', 'combine', 'clean up'],
    places: ['dashboard', 'tagMenu'],
  },
  {
    slug: 'history',
    question: 'Where do I see what I changed, and undo it later?',
    text: [
      'Choose [History] from the [Account menu]. It lists everything that was done to your library, newest first: from the web, the extension, imports and the API. The search and [Filters] choose among it by words, kind, source, collection, tag and date, and the months lead far back. The menu of an article has its own [History].',
      '[Details] shows what was there before, and leads to the whole library as it was then. [Undo] gives it back, however long ago it was. What you changed once more since stays as it is, and the titles of such articles are named.',
      'A whole import can be undone as well: you see first what it removes, and what stays because you changed it since. That has no undo, but its articles stand in [Recently deleted] for 30 days, as do those that you delete.',
    ],
    tags: ['log', 'audit', 'activity', 'mistake', 'revert', 'restore', 'changes', 'undo import', 'timeline'],
    places: ['accountMenu', 'cardMenu', 'history'],
    goTo: { href: '/history', name: 'Open the history' },
  },
  {
    slug: 'recently-deleted',
    question: 'How do I get a deleted link back?',
    text: [
      'Open [Recently deleted] from the [Account menu] or the [History], and press [Bring back]. The link is saved again with its title, date, tags, collection, notes, highlights and article. Links that were deleted together come back together.',
      'A link stays there for 30 days after its deletion. Where its collection is gone, it comes back into none. A full library has to get room first: nothing is lost meanwhile.',
      '[Delete for good] ends that at once, for one link or for all, and so does deleting your account.',
    ],
    tags: ['bring back', 'restore', 'undelete', 'trash', 'bin', 'recover', 'mistake', 'for good'],
    places: ['accountMenu', 'recentlyDeleted'],
    goTo: { href: '/history/deleted', name: 'Open Recently deleted' },
  },
  {
    slug: 'undo',
    question: 'Can I undo a change?',
    text: [
      'Yes: press [Undo] in the message at the corner, or `z`. That works for edits, tags, collections, favorites and the archive, for one link or for thousands, and goes back to when the page was opened. `Ctrl` and `z` do the same.',
      'Anything earlier is in the [History], where each change that can be undone has a button for it.',
      'Deleting notes and highlights is for good, so a dialog asks first. Deleted links can be brought back for 30 days: `z` opens [Recently deleted]. A change that is too large to be undone later asks, too.',
    ],
    tags: ['mistake', 'revert', 'back', 'redo', 'restore'],
    places: ['undoToast', 'history'],
    goTo: { href: '/history', name: 'Open the history' },
  },
]
