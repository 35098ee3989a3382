import { IMPORT_SOURCES } from '@lectern/contracts/import-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { importsQuery, isUnderWay } from '../data/imports/queries.ts'
import { countOf, formatCount } from '../lib/format.ts'
import { useToast } from '../ui/toast/use-toast.ts'

/**
 * The latest imports. A toast tells once that an import has ended which was seen under way here, or which was given to
 * `watch` when it was started.
 */
export const useImports = () => {
  const { data, error, refetch } = useQuery(importsQuery)
  const imports = data?.data.imports
  const toast = useToast()
  const [watched] = useState(() => new Set<string>())
  useEffect(() => {
    for (const each of imports ?? []) {
      if (isUnderWay(each)) watched.add(each.id)
      else if (watched.delete(each.id)) {
        const from = `From ${IMPORT_SOURCES[each.source].name}: `
        const added = each.added > 0 ? `, ${countOf(each.added, 'duplicate')} added to what was there` : ''
        const left = each.failed > 0 ? `, ${formatCount(each.failed)} failed` : ''
        if (each.status === 'completed')
          toast({
            title: 'Import Successful',
            description: `${from}${countOf(each.imported, 'article')} imported${added}${left}.`,
          })
        else toast({ tone: 'danger', title: 'Import Failed', description: each.reason ?? '' })
      }
    }
  }, [imports, watched, toast])
  const watch = useCallback((id: string) => void watched.add(id), [watched])
  return { imports, error, refetch, watch }
}
