import { cx } from '../../ui/cx.ts'

/** The look of a filter above the list. */
export const pill = (isOn: boolean): string =>
  cx(
    'inline-flex h-8 shrink-0 items-center gap-2 whitespace-nowrap max-[87rem]:[&>svg]:hidden rounded-full border px-3.5 transition-colors duration-120 pointer-coarse:h-11',
    isOn
      ? 'border-ink bg-ink font-medium text-paper'
      : 'border-line-2 bg-surface text-ink-2 hover:bg-sunken hover:text-ink',
  )
