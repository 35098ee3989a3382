/** A step of the tutorial. */
export type Step = {
  readonly title: string
  readonly text: string
  /** The key that does it. */
  readonly key?: string
  /** The elements that the step points at: the first one that is displayed. Without one, the step stands in the middle. */
  readonly targets: readonly string[]
}

/** Welcome, Add Link, search, library. */
export const STEPS: readonly Step[] = [
  {
    title: 'Welcome to Lectern',
    text: 'Save what you want to read, and read it here in peace. Three short steps show where things are.',
    targets: [],
  },
  {
    title: 'Add a link',
    text: 'Press Add Link, or paste an address anywhere on this page, and it is saved. Lectern fetches the article and keeps it.',
    key: 'n',
    targets: ['header [data-tutorial]'],
  },
  {
    title: 'Find it again',
    text: 'The list follows while you type: words of titles and notes, #tags, sites. How to search explains the rest.',
    key: '/',
    targets: ['header search'],
  },
  {
    title: 'Your library',
    text: 'Collections, notes and tags are here. Your articles stand beside them, newest first.',
    // Narrow windows have the sidebar behind the menu's button.
    targets: ['aside[aria-label=Library] > div', 'header button[aria-label=Menu]'],
  },
]
