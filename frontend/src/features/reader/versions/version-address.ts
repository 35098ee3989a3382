import { useSearch } from 'wouter'
import { readEntry, useNavigate } from '../../../lib/navigation.tsx'

const PARAMETER = 'version'
const HASH = /^[0-9a-f]{64}$/

/** The version of the text that the address names; null for the newest one. */
export const useVersion = (): string | null => {
  const version = new URLSearchParams(useSearch()).get(PARAMETER)
  return version !== null && HASH.test(version) ? version : null
}

/** Shows a version of the text, or for null the newest one, in place of the present one. */
export const useShowVersion = () => {
  const navigate = useNavigate()
  return (version: string | null): void => {
    const search = new URLSearchParams(location.search)
    if (version === null) search.delete(PARAMETER)
    else search.set(PARAMETER, version)
    const query = search.toString()
    navigate(`${location.pathname}${query && `?${query}`}`, { replace: true, state: readEntry() })
  }
}
