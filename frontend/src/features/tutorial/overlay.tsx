import { Popover } from 'radix-ui'
import { useMemo, useRef, useState } from 'react'
import { useShortcutsEnabled } from '../../lib/keyboard/switch.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { STEPS, type Step } from './steps.ts'
import { useTarget } from './use-target.ts'

/** The distance of the card from the ring, in px. */
const GAP = 10

/** The four steps over the dashboard. Escape and Skip end them as the last step does. */
export default function Overlay({ onDone }: { onDone: () => void }) {
  const [index, setIndex] = useState(0)
  const step = STEPS[index] as Step
  const place = useTarget(step.targets)
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => place } }), [place])
  const next = useRef<HTMLButtonElement>(null)
  const [opener] = useState(() => document.activeElement as HTMLElement | null)
  const isLast = index === STEPS.length - 1
  const goBack = () => {
    setIndex(index - 1)
    // The first step has no Previous.
    if (index === 1) next.current?.focus()
  }
  return (
    <Popover.Root open modal onOpenChange={isOpen => !isOpen && onDone()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Ring place={place} />
      </Popover.Portal>
      <Popover.Portal>
        <Popover.Content
          // A tall element has its card at its side.
          side={place.height > innerHeight / 2 ? 'right' : 'bottom'}
          align={place.width > 0 ? 'start' : 'center'}
          sideOffset={GAP}
          collisionPadding={12}
          onOpenAutoFocus={event => {
            event.preventDefault()
            next.current?.focus()
          }}
          onCloseAutoFocus={() => {
            const before = opener?.isConnected && opener !== document.body ? opener : null
            ;(before ?? document.getElementById('main'))?.focus({ preventScroll: true })
          }}
          // A click beside the card is no wish to leave.
          onInteractOutside={event => event.preventDefault()}
          className="z-40 max-h-(--radix-popover-content-available-height) w-[min(24rem,calc(100vw-1.5rem))] animate-rise overflow-y-auto rounded-card bg-surface p-5 text-ui shadow-high"
        >
          <div aria-live="polite">
            <p className="tabular text-meta text-ink-3">
              Step {index + 1} of {STEPS.length}
            </p>
            <Popover.Title className="mt-1 text-dialog">{step.title}</Popover.Title>
            <p className="mt-2 text-ink-2">
              {step.text} {step.key !== undefined && <Shortcut of={step.key} />}
            </p>
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-2.5">
            {!isLast && (
              <Button look="ghost" className="mr-auto -ml-4" onClick={onDone}>
                Skip
              </Button>
            )}
            {index > 0 && <Button onClick={goBack}>Previous</Button>}
            <Button look="ink" ref={next} onClick={() => (isLast ? onDone() : setIndex(index + 1))}>
              {isLast ? 'Get Started' : 'Next'}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const Shortcut = ({ of }: { of: string }) =>
  useShortcutsEnabled() && (
    <>
      Its key is <Kbd>{of}</Kbd>.
    </>
  )

/** Darkens the page around what the step points at. */
const Ring = ({ place: { x, y, width, height } }: { place: DOMRect }) => (
  <div
    aria-hidden
    className="pointer-events-none fixed z-40 animate-fade rounded-card shadow-[0_0_0_200vmax_var(--scrim)] outline-marker transition-[left,top,width,height] duration-160 ease-out data-around:outline-2"
    data-around={width > 0 || undefined}
    style={{ left: x, top: y, width, height }}
  />
)
