import { useAtomValue, useSetAtom } from 'jotai'
import { settingAtom } from '../settings.ts'

const enabledAtom = settingAtom(
  'shortcuts',
  stored => stored !== 'off',
  isOn => (isOn ? 'on' : 'off'),
)

export const useShortcutsEnabled = (): boolean => useAtomValue(enabledAtom)

/** Switches the shortcuts on or off on this device. */
export const useEnableShortcuts = (): ((isOn: boolean) => void) => useSetAtom(enabledAtom)
