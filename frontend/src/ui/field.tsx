import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type Shared = {
  label: string
  /** Adds '(Optional)' to the label. */
  optional?: boolean | undefined
  hint?: string | undefined
  error?: string | undefined
  /** A link at the right of the label. */
  aside?: ReactNode
}

const CONTROL =
  'w-full rounded-control border bg-surface px-3 text-ui pointer-coarse:text-[1rem] placeholder:text-ink-3'
const EDGE = 'border-edge'
const WRONG = 'border-danger ring-1 ring-danger'

const useDescription = ({ hint, error }: Pick<Shared, 'hint' | 'error'>) => {
  const id = useId()
  const below = `${id}-below`
  return {
    id,
    below,
    aria: {
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error || hint ? below : undefined,
    } as const,
  }
}

const Frame = ({
  id,
  below,
  label,
  optional,
  hint,
  error,
  aside,
  children,
}: Shared & { id: string; below: string; children: ReactNode }) => (
  <div>
    <div className="mb-1.5 flex items-baseline justify-between gap-4">
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-ink-3"> (Optional)</span>}
      </label>
      {aside}
    </div>
    {children}
    {(error || hint) && (
      <p id={below} className={cx('mt-1.5 text-meta', error ? 'text-danger' : 'text-ink-3')}>
        {error ?? hint}
      </p>
    )}
  </div>
)

/** An input under its label, with its error or hint below it. */
export const TextField = ({
  label,
  optional,
  hint,
  error,
  aside,
  className,
  ...input
}: Shared & ComponentProps<'input'>) => {
  const { id, below, aria } = useDescription({ hint, error })
  return (
    <Frame {...{ id, below, label, optional, hint, error, aside }}>
      <input
        id={id}
        className={cx(CONTROL, 'h-11', error ? WRONG : EDGE, className)}
        dir="auto"
        {...aria}
        {...input}
      />
    </Frame>
  )
}

export const TextArea = ({ label, optional, hint, error, ...area }: Shared & ComponentProps<'textarea'>) => {
  const { id, below, aria } = useDescription({ hint, error })
  return (
    <Frame {...{ id, below, label, optional, hint, error }}>
      <textarea
        id={id}
        rows={3}
        className={cx(CONTROL, 'block resize-y py-2.5', error ? WRONG : EDGE)}
        dir="auto"
        {...aria}
        {...area}
      />
    </Frame>
  )
}
