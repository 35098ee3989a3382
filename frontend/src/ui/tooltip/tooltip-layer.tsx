import { Tooltip as Radix } from 'radix-ui'
import { type ComponentProps, type Ref, useLayoutEffect } from 'react'
import { isFocusByTab, type TooltipTarget } from './tip.tsx'

/** Radix tooltips for elements that are already on the page. */
export default function TooltipLayer({ targets }: { targets: readonly TooltipTarget[] }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {targets.map(target => (
        <Radix.Root key={target.id}>
          <Radix.Trigger asChild>
            <ExistingTrigger node={target.node} />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              sideOffset={6}
              collisionPadding={8}
              className="z-50 max-w-72 rounded-[7px] bg-ink px-2.5 py-1.5 text-meta text-paper shadow-low"
            >
              {target.label}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      ))}
    </Radix.Provider>
  )
}

const EVENTS = {
  onPointerMove: 'pointermove',
  onPointerLeave: 'pointerleave',
  onPointerDown: 'pointerdown',
  onFocus: 'focus',
  onBlur: 'blur',
  onClick: 'click',
} as const

type Handlers = { [name in keyof typeof EVENTS]?: (event: Event) => void }

/** A trigger that renders nothing. Passes Radix's handlers, description and ref to an element rendered elsewhere. */
function ExistingTrigger({
  node,
  ref,
  ...props
}: { node: HTMLElement; ref?: Ref<HTMLElement> } & ComponentProps<'i'>) {
  const handlers = props as unknown as Handlers
  const describedBy = props['aria-describedby']
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(node)
  }, [node, ref])
  useLayoutEffect(() => {
    const entries = Object.entries(EVENTS) as [keyof Handlers, string][]
    const bound = entries.map(
      ([name, type]) =>
        [type, (event: Event) => (type !== 'focus' || isFocusByTab()) && handlers[name]?.(event)] as const,
    )
    for (const [type, listener] of bound) node.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of bound) node.removeEventListener(type, listener)
    }
  })
  useLayoutEffect(() => {
    if (describedBy) node.setAttribute('aria-describedby', describedBy)
    else node.removeAttribute('aria-describedby')
  }, [node, describedBy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the event that happened while the tooltip's code was loading
  useLayoutEffect(() => {
    // The button was pressed meanwhile. A tooltip over what it opened would take the first Escape.
    if (node.ariaExpanded === 'true') return
    if (node.matches(':focus-visible')) handlers.onFocus?.(new FocusEvent('focus'))
    else if (matchMedia('(hover: hover)').matches && node.matches(':hover'))
      handlers.onPointerMove?.(new PointerEvent('pointermove', { pointerType: 'mouse' }))
  }, [])
  return null
}
