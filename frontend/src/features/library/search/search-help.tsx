import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'

const TERMS = [
  ['tomato balcony', 'both words, in title, note, address or tags, also inside words'],
  ['"two words"', 'the words together'],
  ['#garden  tag:"two words"', 'a tag; of several tags any'],
  ['site:example.org', 'a site and its subdomains'],
  ['*', 'everything'],
] as const

const PAID_TERMS = [
  ['is:favorite  is:archived', 'favorites, or what is archived'],
  ['in:Reading', 'a collection'],
  ['after:2026-03  before:2027', 'saved from that day on, or before it'],
  ['-draft', 'without this word, tag or site'],
] as const

/** The syntax of searches, in examples. */
export default function SearchHelp({ onClose }: { onClose: () => void }) {
  const { isPro } = useUser()
  return (
    <Dialog title="How to search" onClose={onClose}>
      <Terms terms={TERMS} />
      <h3 className="mt-5 mb-2 font-sans font-semibold">
        {isPro ? 'With your plan' : 'With the lifetime plans'}
      </h3>
      <Terms terms={PAID_TERMS} />
      <p className="mt-3 text-ink-2">Case and accents do not matter. Press / to search from anywhere.</p>
      <DialogFoot>
        <Button look="ink" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const Terms = ({ terms }: { terms: readonly (readonly [string, string])[] }) => (
  <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
    {terms.map(([term, meaning]) => (
      <div key={term} className="contents">
        <dt className="font-mono text-meta">{term}</dt>
        <dd className="text-ink-2 max-sm:mb-1.5">{meaning}</dd>
      </div>
    ))}
  </dl>
)
