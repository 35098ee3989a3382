import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'

type Shared = {
  label: string
  /** Adds '(Optional)' to the label. */
  optional?: boolean | undefined
  hint?: string | undefined
  error?: ReactNode
  /** A link at the right of the label. */
  aside?: ReactNode
  /** Lines that are kept free below the field, so that an error moves nothing. The error is also read aloud there. */
  room?: 1 | 2
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
  room,
  children,
}: Shared & { id: string; below: string; children: ReactNode }) => (
  <div className="relative">
    <label htmlFor={id} className="mb-1.5 block font-medium">
      {label}
      {optional && <span className="font-normal text-ink-3"> (Optional)</span>}
    </label>
    {children}
    {/* After the input, so that Tab goes from field to field. */}
    {aside && <div className="absolute top-0 right-0">{aside}</div>}
    {(error || hint || room) && (
      <p
        id={below}
        role={room && error ? 'alert' : undefined}
        className={cx(
          'mt-1.5 text-meta',
          error ? 'text-danger' : 'text-ink-3',
          room && (room === 1 ? 'min-h-4.5' : 'min-h-9'),
        )}
      >
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
  room,
  className,
  ...input
}: Shared & ComponentProps<'input'>) => {
  const { id, below, aria } = useDescription({ hint, error })
  const isPassword = input.type === 'password'
  const [isShown, setShown] = useState(false)
  return (
    <Frame {...{ id, below, label, optional, hint, error, aside, ...(room && { room }) }}>
      <div className="relative">
        <input
          id={id}
          className={cx(CONTROL, 'h-11', error ? WRONG : EDGE, isPassword && 'pr-16', className)}
          dir="auto"
          {...aria}
          {...input}
          type={isShown ? 'text' : input.type}
        />
        {isPassword && (
          <button
            type="button"
            className="absolute inset-y-0 right-0 rounded-[7px] px-3 text-meta font-medium text-ink-2 hover:text-ink hover:underline"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> password</span>
          </button>
        )}
      </div>
    </Frame>
  )
}

/** Why the whole form was refused, above its buttons. A toast has told it aloud. */
export const FormError = ({ children }: { children: string | undefined }) =>
  children ? <p className="text-danger">{children}</p> : null

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
