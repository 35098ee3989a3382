import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import { useUser } from '../../../data/session/use-session.tsx'
import { IconButton } from '../../../ui/button.tsx'

type Terms = readonly (readonly [examples: readonly string[], meaning: string])[]

const TERMS: Terms = [
  [['tomato balcony'], 'both words, in title, note, address or tags; parts of words count'],
  [['"two words"'], 'the words together'],
  [['#garden', 'tag:"two words"'], 'a tag; of several tags, any'],
  [['site:example.org'], 'a site and its subdomains; domain: is the same'],
  [['*'], 'everything'],
]

const PAID_TERMS: Terms = [
  [['tomato'], 'also inside the articles'],
  [['is:favorite', 'is:archived'], 'favorites; what is archived'],
  [['in:Reading'], 'a collection'],
  [['after:2026-03', 'before:2027'], 'saved from that day on; before it'],
  [['-draft'], 'without this word, tag, site or collection'],
]

type Props = {
  /** The element that the popover is placed under. */
  box: RefObject<HTMLElement | null>
  onClose: () => void
  onCloseFocus: () => void
}

/** Examples of the search syntax. Open while mounted; the search box stays usable. */
export default function SearchHelp({ box, onClose, onCloseFocus }: Props) {
  const { isPro } = useUser()
  return (
    <Popover.Root open onOpenChange={open => !open && onClose()}>
      <Popover.Anchor virtualRef={box as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="How to search"
          onInteractOutside={event => {
            if (event.target instanceof Node && box.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            // A click elsewhere closes the popover and has already moved the focus.
            if (document.activeElement === document.body) onCloseFocus()
          }}
          className="z-40 max-h-(--radix-popover-content-available-height) w-[min(33rem,calc(100vw-1rem))] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-4 pt-3 text-ui shadow-high"
        >
          <div className="flex items-center justify-between gap-2">
            <h2 className="font-sans font-semibold">How to search</h2>
            <Popover.Close asChild>
              <IconButton aria-label="Close" className="-mr-2">
                <X aria-hidden />
              </IconButton>
            </Popover.Close>
          </div>
          <TermList terms={TERMS} />
          <h3 className="mt-4 mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 font-sans font-semibold">
            {isPro ? 'With your plan, too' : 'More, with a lifetime plan'}
            {!isPro && (
              <Link
                href="/pricing"
                className="underlined inline-flex min-h-6 items-center rounded-[4px] font-medium text-marker-ink"
              >
                View Plans
              </Link>
            )}
          </h3>
          <TermList terms={PAID_TERMS} />
          <p className="mt-3 text-meta text-ink-3">Case and accents do not matter.</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const TermList = ({ terms }: { terms: Terms }) => (
  <dl className="grid grid-cols-[14.5rem_1fr] gap-x-4 gap-y-1.5 max-sm:grid-cols-1">
    {terms.map(([examples, meaning]) => (
      <div key={meaning} className="contents">
        <dt className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          {examples.map(example => (
            <code key={example} className="rounded-[4px] bg-sunken px-1.5 font-mono text-meta">
              {example}
            </code>
          ))}
        </dt>
        <dd className="text-ink-2 max-sm:mb-1.5">{meaning}</dd>
      </div>
    ))}
  </dl>
)
