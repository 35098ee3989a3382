import { atom } from 'jotai'
import { atomWithLazy } from 'jotai/utils'
import { readStored, writeStored } from './storage.ts'

/** A setting of this device, kept in localStorage. It follows changes that other tabs make. */
export const settingAtom = <Value>(
  key: string,
  parse: (stored: string | null) => Value,
  format: (value: Value) => string = String,
) => {
  const valueAtom = atomWithLazy(() => parse(readStored(key)))
  valueAtom.onMount = set => {
    const follow = (event: StorageEvent) => {
      if (event.key === key) set(parse(event.newValue))
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }
  return atom(
    get => get(valueAtom),
    (_get, set, value: Value) => {
      writeStored(key, format(value))
      set(valueAtom, value)
    },
  )
}
