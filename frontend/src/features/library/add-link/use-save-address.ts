import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNavigate } from '../../../lib/navigation.tsx'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { readPrefill } from './prefill.ts'

const isAsked = (path: string, search: string): boolean => path === '/save' || readPrefill(search) !== null

/** Opens the Add New Link dialog when the address asks for it: /save and the browser extension's address. */
export const useOpenAtSaveAddress = (): void => {
  const [path] = useLocation()
  const search = useSearch()
  const openDialog = useOpenDialog()
  useEffect(() => {
    const prefill = readPrefill(search)
    if (isAsked(path, search)) openDialog('addLink', prefill ? { prefill } : {})
  }, [path, search, openDialog])
}

/** Replaces an address that asked for the dialog with the dashboard's. */
export const useLeaveSaveAddress = (): (() => void) => {
  const navigate = useNavigate()
  return () => {
    if (isAsked(location.pathname, location.search)) navigate('/dashboard', { replace: true })
  }
}
