import { isUnderWay } from '../../data/imports/queries.ts'
import { ImportLine } from '../../parts/import-progress.tsx'
import { useImports } from '../../parts/use-imports.ts'

/** A line for each import that waits or runs. */
export default function ImportsUnderWay() {
  return useImports()
    .imports?.filter(isUnderWay)
    .map(each => <ImportLine key={each.id} of={each} />)
}
