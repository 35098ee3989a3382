import { Fragment, type ReactNode } from 'react'
import { BLOCK } from './block.ts'

const CODE = 'rounded-[4px] bg-sunken px-1 py-0.5 font-mono text-[0.875em] wrap-anywhere'

export const Code = ({ children }: { children: ReactNode }) => <code className={CODE}>{children}</code>

/** A text whose words in backticks are code. */
export const Words = ({ of: text }: { of: string }) =>
  text.split('`').map((part, n) =>
    n % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <Code key={n}>{part}</Code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <Fragment key={n}>{part}</Fragment>
    ),
  )

/** Text as a program sends or gets it. It scrolls by itself, also by keyboard. */
export const Block = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <pre tabIndex={0} className={BLOCK}>
    {children}
  </pre>
)
