import { type Export, exportFilePath } from '@lectern/contracts/api/exports.ts'
import { useEffect, useState } from 'react'

/** Downloads the export that this page asked for as soon as it is done. */
export const useDownload = (exports: readonly Export[] | undefined) => {
  const [awaited, setAwaited] = useState<string>()
  const isDone = exports?.some(({ id, status }) => id === awaited && status === 'done') ?? false
  useEffect(() => {
    if (!isDone || awaited === undefined) return
    const link = document.createElement('a')
    link.href = exportFilePath(awaited)
    link.download = ''
    link.click()
    setAwaited(undefined)
  }, [isDone, awaited])
  return { await: setAwaited }
}
