import { cx } from '../../ui/cx.ts'
import { RATES, useSpeechSettings } from './settings.ts'

/** The speed of the speech. `hasLegend` shows the name of the field, too. */
export const RateChoice = ({ hasLegend = false }: { hasLegend?: boolean }) => {
  const { settings, change } = useSpeechSettings()
  return (
    <fieldset className="flex flex-wrap items-center">
      <legend className={hasLegend ? 'float-left mr-auto py-2 font-medium' : 'sr-only'}>Speed</legend>
      {RATES.map(each => (
        <label
          key={each}
          className={cx(
            'tabular grid h-9 min-w-11 cursor-pointer place-items-center rounded-control px-1.5 text-meta has-focus-visible:outline-2 has-focus-visible:outline-marker-ink pointer-coarse:h-11',
            each === settings.rate ? 'bg-sunken font-semibold text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="speech-rate"
            className="sr-only"
            checked={each === settings.rate}
            onChange={() => change({ rate: each })}
          />
          {each}×
        </label>
      ))}
    </fieldset>
  )
}
