import { IMPORT_SOURCES, ImportSource } from '@lectern/contracts/import-sources.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatsOf } from './formats.ts'

type Props = { source: ImportSource | null; onChoose: (source: ImportSource) => void }

const BADGES = { popular: 'Popular', soon: 'Soon' } as const

/** The services to import from, as a radio group. */
export const SourceGrid = ({ source, onChoose }: Props) => (
  <fieldset>
    <legend className="sr-only">Where your links are now</legend>
    <div className="grid gap-2.5 sm:grid-cols-2 md:grid-cols-3">
      {ImportSource.options.map(each => {
        const { name, description, badge } = IMPORT_SOURCES[each]
        const isSoon = badge === 'soon'
        return (
          <label
            key={each}
            className={cx(
              'relative flex flex-col rounded-card border bg-surface px-4 py-3.5 transition-colors duration-120 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-marker-ink',
              each === source ? 'border-ink ring-1 ring-ink' : 'border-line',
              isSoon ? 'bg-transparent' : 'cursor-pointer hover:border-edge',
            )}
          >
            <span className="flex items-start justify-between gap-2">
              <span className="flex items-center gap-2 font-semibold">
                <input
                  type="radio"
                  name="source"
                  className="sr-only"
                  aria-label={name}
                  aria-describedby={`${each}-facts`}
                  checked={each === source}
                  disabled={isSoon}
                  onChange={() => onChoose(each)}
                />
                {name}
              </span>
              {badge && (
                <span
                  className={cx(
                    'rounded-[6px] px-2 text-meta font-medium',
                    isSoon ? 'bg-sunken text-ink-2' : 'bg-marker-wash text-marker-ink',
                  )}
                >
                  {BADGES[badge]}
                </span>
              )}
            </span>
            <span id={`${each}-facts`} className="mt-1 flex flex-1 flex-col gap-1.5 text-meta text-ink-2">
              <span>{description}</span>
              <span className="mt-auto text-ink-3">{formatsOf(each)}</span>
            </span>
          </label>
        )
      })}
    </div>
  </fieldset>
)

/** Names the sources that cannot be chosen yet, if there are any. */
export const ComingSoon = ({ onTryPocket }: { onTryPocket: () => void }) => {
  const soon = ImportSource.options.filter(each => IMPORT_SOURCES[each].badge === 'soon')
  if (soon.length === 0) return null
  return (
    <section className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line p-5">
      <div className="min-w-60 flex-1">
        <h2 className="text-card">Coming Soon</h2>
        <p className="mt-1 text-ink-2">
          Lectern does not read files of {soon.map(each => IMPORT_SOURCES[each].name).join(', ')} yet.
        </p>
      </div>
      <Button onClick={onTryPocket}>Try Pocket Import</Button>
    </section>
  )
}
