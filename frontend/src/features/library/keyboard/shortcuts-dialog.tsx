import { Fragment } from 'react'
import { useEnableShortcuts, useShortcutsEnabled } from '../../../lib/keyboard/switch.ts'
import { shortcutGroups } from '../../../parts/commands/labels.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { Kbd } from '../../../ui/kbd.tsx'

const GROUPS = shortcutGroups()

/** Lists the shortcuts and switches them on or off. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = useShortcutsEnabled()
  const enable = useEnableShortcuts()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="mb-1.5 font-sans font-semibold">{title}</h3>
            <dl>
              {shortcuts.map(({ id, keys, label }) => (
                <div key={id} className="flex min-h-8 items-center justify-between gap-3">
                  <dt className="order-last flex shrink-0 items-center gap-1 text-meta text-ink-2">
                    {keys.map((each, index) => (
                      <Fragment key={each}>
                        {index > 0 && 'or'}
                        <Sequence keys={each} />
                      </Fragment>
                    ))}
                  </dt>
                  <dd className="text-ink-2">{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-5 text-meta text-ink-2">
        The arrow keys move in the list, too. Favorite, archive, details, collection, tags and delete act on
        the selected links where there are any; Escape unselects them. In an article, v selects words, and
        Escape goes back to the list.
      </p>
      <label className="mt-3 flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="checkbox"
          checked={isOn}
          onChange={event => enable(event.target.checked)}
        />
        Use keyboard shortcuts on this device
      </label>
      <DialogFoot>
        <Button look="ink" onClick={onClose} data-focus-first>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Draws 'g d' as two keys. */
const Sequence = ({ keys }: { keys: string }) =>
  keys.split(' ').map((key, index) => (
    <Fragment key={key}>
      {index > 0 && 'then'}
      <Kbd>{key}</Kbd>
    </Fragment>
  ))
