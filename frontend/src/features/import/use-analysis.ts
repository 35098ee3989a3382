import type { ImportPreview } from '@lectern/contracts/api/imports.ts'
import { IMPORT_SOURCES, type ImportSource } from '@lectern/contracts/import-sources.ts'
import { UPLOAD_MAX } from '@lectern/contracts/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { analyze } from '../../data/imports/start.ts'
import { useSessionControl } from '../../data/session/use-session.tsx'
import { ApiError, messageOf } from '../../lib/api.ts'
import { countOf } from '../../lib/format.ts'
import type { Sent } from '../../lib/upload.ts'
import { useToast } from '../../ui/toast/use-toast.ts'
import { formatsOf } from './formats.ts'

export type Stage =
  | { readonly name: 'choose'; readonly error?: string }
  | ({ readonly name: 'upload'; readonly file: File } & Sent)
  | { readonly name: 'preview'; readonly file: File; readonly preview: ImportPreview }

/** Why the browser does not send these files; undefined for one file that the source may have written. */
const problemWith = (files: readonly File[], source: ImportSource): string | undefined => {
  const { name, extensions } = IMPORT_SOURCES[source]
  const [file] = files
  if (!file) return 'No file to import'
  if (files.length > 1) return 'Please choose one file at a time.'
  if (!extensions.some(extension => file.name.toLowerCase().endsWith(extension)))
    return `“${file.name}” is not a file that ${name} exports. Please choose a file of the format ${formatsOf(source)}.`
  if (file.size > UPLOAD_MAX) return 'The file is larger than 100 MB.'
  return undefined
}

/** The way from the choice of a file to its preview. */
export const useAnalysis = (source: ImportSource | null) => {
  const [stage, setStage] = useState<Stage>({ name: 'choose' })
  const upload = useRef<AbortController>(null)
  const session = useSessionControl()
  const toast = useToast()
  useEffect(() => () => upload.current?.abort(), [])

  const fail = (error: string) => {
    toast({ tone: 'danger', title: 'Analysis Failed', description: error })
    setStage({ name: 'choose', error })
  }
  const choose = async (files: readonly File[]) => {
    if (!source) return
    const [file] = files
    const problem = problemWith(files, source)
    if (problem || !file) return setStage({ name: 'choose', error: problem ?? '' })
    const controller = new AbortController()
    upload.current = controller
    const { signal } = controller
    setStage({ name: 'upload', file, sent: 0, total: file.size })
    try {
      const onProgress = (sent: Sent) => !signal.aborted && setStage({ name: 'upload', file, ...sent })
      const preview = await analyze(source, file, { onProgress, signal })
      if (signal.aborted) return
      const { newItems, duplicateCount } = preview
      toast({
        title: 'File Analyzed Successfully',
        description: `${countOf(newItems, 'new item')}, ${countOf(duplicateCount, 'duplicate')} skipped`,
      })
      setStage({ name: 'preview', file, preview })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.status === 401) session.expire()
      fail(messageOf(error, 'There was no answer. Please check your connection and try again.'))
    }
  }
  /** Ends an upload and forgets the file. */
  const reset = () => {
    upload.current?.abort()
    setStage({ name: 'choose' })
  }
  return { stage, choose, reset }
}
