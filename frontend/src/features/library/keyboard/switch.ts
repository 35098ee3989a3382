import { atom, useAtomValue, useSetAtom } from 'jotai'
import { recall, remember } from '../../../lib/storage.ts'

const enabledAtom = atom(recall('shortcuts') !== 'off')

export const useShortcutsEnabled = (): boolean => useAtomValue(enabledAtom)

/** Switches the shortcuts on or off on this device. */
export const useEnableShortcuts = (): ((isOn: boolean) => void) => {
  const set = useSetAtom(enabledAtom)
  return isOn => {
    remember('shortcuts', isOn ? 'on' : 'off')
    set(isOn)
  }
}
