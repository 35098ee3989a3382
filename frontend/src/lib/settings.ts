import { atom } from 'jotai'
import { readStored, writeStored } from './storage.ts'

/** A setting of this device, kept in localStorage. It follows changes that other tabs make. */
export const settingAtom = <Value>(
  key: string,
  parse: (stored: string | null) => Value,
  format: (value: Value) => string = String,
) => {
  /** null until the setting is changed here or in another tab. */
  const valueAtom = atom<{ value: Value } | null>(null)
  valueAtom.onMount = set => {
    const follow = (event: StorageEvent) => {
      if (event.key === key) set({ value: parse(event.newValue) })
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }
  return atom(
    get => (get(valueAtom) ?? { value: parse(readStored(key)) }).value,
    (_get, set, value: Value) => {
      writeStored(key, format(value))
      set(valueAtom, { value })
    },
  )
}
