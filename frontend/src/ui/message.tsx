import type { ReactNode } from 'react'

type Props = { title: string; children?: ReactNode; level?: 1 | 2 }

/** A message in the middle of an otherwise empty screen, with actions below it. */
export const Message = ({ title, children, level = 1 }: Props) => {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col items-center gap-4 px-4 py-16 text-center">
      <Heading className="text-dialog">{title}</Heading>
      {children}
    </div>
  )
}
