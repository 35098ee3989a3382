import { useEffect, useId, useState } from 'react'
import { Link } from 'wouter'
import { useNavigate } from '../../lib/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import { daysAgo, fromInput, STEPS, toInput } from './moment.ts'
import { usePastView } from './use-past-view.ts'

/** Chooses another moment. The filters stay, but for the collection, which may not have been there. */
export const MomentForm = () => {
  const { at, hrefWith } = usePastView()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(() => toInput(at))
  const [error, setError] = useState('')
  const id = useId()
  useEffect(() => setTyped(toInput(at)), [at])
  const hrefAt = (moment: string) => hrefWith({ at: moment, collection: null })
  const show = () => {
    const moment = fromInput(typed)
    if (moment === null) setError('Please enter a date and a time.')
    else if (Date.parse(moment) > Date.now()) setError('This moment has not come yet.')
    else {
      setError('')
      navigate(hrefAt(moment))
    }
  }
  return (
    <form
      className="flex flex-wrap items-end gap-x-3 gap-y-2"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        show()
      }}
    >
      <div className="max-sm:w-full">
        <label htmlFor={id} className="mb-1.5 block text-meta font-medium text-ink-2">
          Another moment, in your time
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            type="datetime-local"
            step={1}
            max={toInput(Date.now())}
            value={typed}
            onChange={event => setTyped(event.target.value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="h-9 min-w-0 flex-1 rounded-control border border-edge bg-surface px-3 pointer-coarse:h-11 pointer-coarse:text-[1rem]"
          />
          <Button type="submit">Show</Button>
        </div>
      </div>
      <ul aria-label="Earlier moments" className="flex flex-wrap gap-x-1 max-sm:-ml-2.5">
        {STEPS.map(([label, days]) => (
          <li key={label}>
            <Link
              href={hrefAt(daysAgo(days))}
              className="flex min-h-9 items-center rounded-control px-2.5 text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p id={`${id}-error`} role="alert" className={error ? 'w-full text-meta text-danger' : 'sr-only'}>
        {error}
      </p>
    </form>
  )
}
