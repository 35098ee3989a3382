import { isUnderWay } from '../../data/imports/queries.ts'
import { ImportLine } from '../../parts/import-progress.tsx'
import { SavingLine } from '../../parts/offline/saving-line.tsx'
import { useImports } from '../../parts/use-imports.ts'

/** A line for each import that waits or runs, and one for articles that are saved for offline. */
export default function UnderWay() {
  const { imports } = useImports()
  return (
    <>
      {imports?.filter(isUnderWay).map(each => (
        <ImportLine key={each.id} of={each} />
      ))}
      <SavingLine />
    </>
  )
}
