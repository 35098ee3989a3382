import { useShortcutsEnabled } from '../../lib/keyboard/switch.ts'
import { ShortcutList } from '../../parts/commands/shortcut-list.tsx'
import { ShortcutsSwitch } from '../../parts/commands/shortcuts-switch.tsx'
import { OnDevice, Section } from '../../parts/section.tsx'

/** The keys, and their switch. */
export const ShortcutsSection = () => (
  <Section
    title="Shortcuts"
    lead="The key ? shows this list on every screen."
    aside={<OnDevice of={useShortcutsEnabled()} />}
  >
    <div className="p-4">
      <ShortcutList />
    </div>
    <div className="border-t border-line px-4 pb-3">
      <ShortcutsSwitch />
    </div>
  </Section>
)
