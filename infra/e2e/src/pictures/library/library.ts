import { DESIGN } from './design.ts'
import { ENGINEERING } from './engineering.ts'
import { ESSAY } from './essay.ts'
import { ESSAYS } from './essays.ts'
import { KITCHEN_AND_GARDEN } from './kitchen-and-garden.ts'
import { PLACES } from './places.ts'
import type { Saved } from './saved.ts'

/** The collections of the pictures' library. */
export const COLLECTIONS: Readonly<Record<string, readonly Saved[]>> = {
  Essays: [ESSAY, ...ESSAYS],
  Engineering: ENGINEERING,
  Design: DESIGN,
  'Kitchen and garden': KITCHEN_AND_GARDEN,
  Places: PLACES,
}

/** All links: thirty. */
export const LIBRARY: readonly Saved[] = Object.values(COLLECTIONS).flat()
