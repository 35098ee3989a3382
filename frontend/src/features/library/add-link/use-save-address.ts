import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useOpenDialog } from '../../../parts/dialogs.ts'
import { readPrefill } from './prefill.ts'

/** What the address asks for: /save and the browser extension's address ask for the Add New Link dialog. */
const useSaveAddress = () => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const prefill = readPrefill(search)
  return { path, search, navigate, prefill, isAsked: path === '/save' || prefill !== null }
}

/** Opens the Add New Link dialog when the address asks for it. */
export const useOpenAtSaveAddress = (): void => {
  const { path, search, prefill, isAsked } = useSaveAddress()
  const openDialog = useOpenDialog()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each address that asks for it
  useEffect(() => {
    if (isAsked) openDialog('addLink', prefill ? { prefill } : {})
  }, [path, search, isAsked])
}

/** Replaces an address that asked for the dialog with the dashboard's. */
export const useLeaveSaveAddress = (): (() => void) => {
  const { navigate, isAsked } = useSaveAddress()
  return () => {
    if (isAsked) navigate('/dashboard', { replace: true })
  }
}
