import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { useUser } from '../../../data/session/use-session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { PopoverClose, PopoverPanel } from '../../../ui/popover-panel.tsx'

type Terms = readonly (readonly [examples: readonly string[], meaning: string])[]

const TERMS: Terms = [
  [['tomato balcony'], 'both words, in title, note, address or tags; parts of words count'],
  [['"two words"'], 'the words together'],
  [['#garden', 'tag:"two words"'], 'a tag; of several tags, any'],
  [['site:example.org'], 'a site and its subdomains; domain: is the same'],
  [['is:unreadable'], 'pages that could not be read'],
  [['is:shared'], 'what others share with you'],
  [['*'], 'everything'],
]

const PAID_TERMS: Terms = [
  [['tomato'], 'also inside the articles'],
  [['is:favorite', 'is:archived'], 'favorites; what is archived'],
  [['in:Reading'], 'a collection'],
  [['after:2026-03', 'before:2027'], 'saved from that day on; before it'],
  [['-draft'], 'without this word, tag, site or collection'],
]

type Props = { box: RefObject<HTMLElement | null>; onClose: () => void }

/** Examples of the search syntax. The search box stays usable. */
export default function SearchHelp({ box, onClose }: Props) {
  const { isPro } = useUser()
  return (
    <PopoverPanel
      label="How to search"
      owner={box}
      align="start"
      className="max-h-(--radix-popover-content-available-height) w-[min(33rem,calc(100vw-1rem))] overflow-y-auto pt-3"
      onClose={onClose}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-sans font-semibold">How to search</h2>
        <PopoverClose asChild>
          <IconButton aria-label="Close" className="-mr-2">
            <X aria-hidden />
          </IconButton>
        </PopoverClose>
      </div>
      <TermList terms={TERMS} />
      <h3 className="mt-4 mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 font-sans font-semibold">
        {isPro ? 'With your plan, too' : 'More, with a lifetime plan'}
        {!isPro && (
          <a
            href="/pricing"
            className="underlined inline-flex min-h-6 items-center rounded-[4px] font-medium text-marker-ink"
          >
            View Plans
          </a>
        )}
      </h3>
      <TermList terms={PAID_TERMS} />
      <p className="mt-3 text-meta text-ink-3">Case and accents do not matter.</p>
    </PopoverPanel>
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
