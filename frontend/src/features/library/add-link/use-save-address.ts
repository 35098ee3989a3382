import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useNavigate } from '../../../lib/navigation.tsx'
import { useOpenDialog } from '../../../parts/dialogs.ts'

const isAsked = (path: string, search: string): boolean =>
  /^\/(save|share)\/?$/.test(path) ||
  (/(^|[?&])source=chrome_extension(&|$)/.test(search) && /(^|[?&])save=[^&]/.test(search))

/** Opens the Add New Link dialog when the address asks for it: /save, /share and the browser extension's address. */
export const useOpenAtSaveAddress = (): void => {
  const [path] = useLocation()
  const change = useSearch()
  const openDialog = useOpenDialog()
  // biome-ignore lint/correctness/useExhaustiveDependencies: wouter's search is decoded and tells only that it has changed
  useEffect(() => {
    const { search } = location
    if (isAsked(path, search)) openDialog('addLink', { asked: { path, search } })
  }, [path, change, openDialog])
}

/** Replaces an address that asked for the dialog with the dashboard's. */
export const useLeaveSaveAddress = (): (() => void) => {
  const navigate = useNavigate()
  return () => {
    if (isAsked(location.pathname, location.search)) navigate('/dashboard', { replace: true })
  }
}
