import { useLayoutEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useEntry, useNavigate } from '../../lib/navigation.tsx'

/** The token of a mail's link; empty without one. It is taken out of the address at once, and kept for a reload. */
export const useMailToken = (): string => {
  const { token: kept = '' } = useEntry()
  const given = new URLSearchParams(useSearch()).get('token') ?? ''
  const [path] = useLocation()
  const navigate = useNavigate()
  useLayoutEffect(() => {
    if (given !== '') navigate(path, { replace: true, state: { token: given } })
  }, [given, path, navigate])
  return given || kept
}
