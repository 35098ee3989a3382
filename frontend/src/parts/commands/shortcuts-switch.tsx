import { useEnableShortcuts, useShortcutsEnabled } from '../../lib/keyboard/switch.ts'

/** Switches the shortcuts on or off. */
export const ShortcutsSwitch = () => {
  const isOn = useShortcutsEnabled()
  const enable = useEnableShortcuts()
  return (
    <label className="mt-3 flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="checkbox"
        checked={isOn}
        onChange={event => enable(event.target.checked)}
      />
      Use keyboard shortcuts on this device
    </label>
  )
}
