import type { ImportPreview } from '@lectern/contracts/api/imports.ts'
import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { PLANS } from '@lectern/contracts/plans.ts'
import { useEffect, useRef, useState } from 'react'
import { startImport } from '../../data/imports/start.ts'
import { useSessionControl, useUser } from '../../data/session/use-session.tsx'
import { ApiError, messageOf } from '../../lib/api.ts'
import { countOf, formatCount } from '../../lib/format.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { useSubmission } from '../../lib/submission.ts'
import { useToast } from '../../ui/toast/use-toast.ts'
import { dropWaiting } from './waiting.ts'

/** The plan has no room for all new articles: how many it holds, and how many are there. */
export type Shortage = { readonly limit: number; readonly currentCount: number }

const LEAVE_MS = 3_000
const FREE_LIMIT = PLANS.free.limit ?? 0

/** Starts the import of a preview, and asks first where the plan has no room for all of it. */
export const useStart = (
  source: ImportSource,
  preview: ImportPreview,
  addToExisting: boolean,
  onStarted: (importId: string) => void,
) => {
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [shortage, setShortage] = useState<Shortage | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { id: userId } = useUser()
  const session = useSessionControl()
  const submit = useSubmission()
  const navigate = useNavigate()
  const toast = useToast()
  useEffect(() => () => clearTimeout(leaving.current), [])

  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.status === 402) {
      const { limit = FREE_LIMIT, currentCount = 0 } = error.details
      if (currentCount < FREE_LIMIT) return setShortage({ limit, currentCount })
      const room = limit - currentCount
      toast({
        tone: 'danger',
        title: 'Account Limit Reached',
        description: `Your plan holds ${countOf(limit, 'article')}, and ${room > 0 ? formatCount(currentCount) : 'all'} are used.`,
        ...(room > 0 && {
          action: { label: `Import the first ${formatCount(room)}`, onAction: () => void start(true) },
        }),
      })
      leaving.current = setTimeout(() => navigate('/dashboard'), LEAVE_MS)
      return
    }
    if (error instanceof ApiError && error.status === 401) session.expire()
    const description = messageOf(error, 'There was no answer. Please check your connection and try again.')
    setError(description)
    toast({ tone: 'danger', title: 'Import Failed', description })
  }
  const start = async (proceedWithFree: boolean) => {
    if (isStarting) return
    clearTimeout(leaving.current)
    setStarting(true)
    setShortage(null)
    setError(null)
    try {
      const { uploadId } = preview
      const choices = { proceedWithFree, addToExisting }
      const run = (key: string) => startImport(source, preview, choices, key)
      const importId = await submit({ source, uploadId, ...choices }, run)
      dropWaiting(userId, uploadId)
      onStarted(importId)
    } catch (error) {
      refuse(error)
      setStarting(false)
    }
  }
  return { isStarting, error, start, shortage, dismiss: () => setShortage(null) }
}
