import { ShortcutList } from '../../../parts/commands/shortcut-list.tsx'
import { ShortcutsSwitch } from '../../../parts/commands/shortcuts-switch.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'

/** Lists the shortcuts and switches them on or off. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <ShortcutList />
      <ShortcutsSwitch />
      <DialogFoot>
        <Button look="ink" onClick={onClose} data-focus-first>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
