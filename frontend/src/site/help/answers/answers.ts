import type { Answer } from '../answer.ts'
import { BULK } from './bulk.ts'
import { GETTING_STARTED } from './getting-started.ts'
import { IMPORT_EXPORT } from './import-export.ts'
import { PRO_FEATURES } from './plans.ts'
import { SEARCH } from './search.ts'
import { TROUBLESHOOTING } from './troubleshooting.ts'

export type Category = {
  /** Its place on the help page is /help#<id>. */
  readonly id: string
  readonly name: string
  readonly answers: readonly Answer[]
}

/** The help centre, in its order. */
export const CATEGORIES: readonly Category[] = [
  { id: 'getting-started', name: 'Getting started', answers: GETTING_STARTED },
  { id: 'search', name: 'Search and filtering', answers: SEARCH },
  { id: 'bulk', name: 'Bulk operations', answers: BULK },
  { id: 'pro', name: 'Pro features', answers: PRO_FEATURES },
  { id: 'import', name: 'Import and export', answers: IMPORT_EXPORT },
  { id: 'troubleshooting', name: 'Troubleshooting', answers: TROUBLESHOOTING },
]

export const ANSWERS: readonly Answer[] = CATEGORIES.flatMap(({ answers }) => answers)

export const categoryOf = ({ slug }: Answer): Category | undefined =>
  CATEGORIES.find(({ answers }) => answers.some(answer => answer.slug === slug))
