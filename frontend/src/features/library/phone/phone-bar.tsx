import { Plus } from 'lucide-react'
import { useRun } from '../../../parts/commands/use-commands.tsx'
import { Button } from '../../../ui/button.tsx'
import { preloadAddLink } from '../add-link/preload.ts'

/** Add Link in reach of the thumb. The toasts stand above it (index.css). */
export const PhoneBar = () => {
  const run = useRun()
  return (
    <section
      aria-label="Actions"
      data-phone-bar
      className="fixed inset-x-0 bottom-(--bottom-lines) z-20 flex border-t border-line bg-paper px-4 py-2"
    >
      <Button
        look="ink"
        className="h-11 flex-1"
        onPointerDown={preloadAddLink}
        onClick={() => run('addLink')}
      >
        <Plus aria-hidden />
        Add Link
      </Button>
    </section>
  )
}
