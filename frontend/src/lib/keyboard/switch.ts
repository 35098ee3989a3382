import { atom, useAtomValue, useSetAtom } from 'jotai'
import { readStored, writeStored } from '../storage.ts'

const enabledAtom = atom(readStored('shortcuts') !== 'off')

export const useShortcutsEnabled = (): boolean => useAtomValue(enabledAtom)

/** Switches the shortcuts on or off on this device. */
export const useEnableShortcuts = (): ((isOn: boolean) => void) => {
  const set = useSetAtom(enabledAtom)
  return isOn => {
    writeStored('shortcuts', isOn ? 'on' : 'off')
    set(isOn)
  }
}
