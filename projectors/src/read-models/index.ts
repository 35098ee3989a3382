import { articles } from './articles/index.ts'
import { history } from './history/index.ts'
import { lists } from './links/index.ts'
import type { Projection } from './projection.ts'
import { search } from './search/index.ts'

/** The engine knows projections from this list alone. */
export const projections: readonly Projection[] = [...lists, articles, search, history]
