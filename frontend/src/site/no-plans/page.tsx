import { buttonClass } from '../../ui/button.tsx'
import type { Meta } from '../page.ts'

export const meta: Meta = {
  title: 'No plans',
  description: 'This Lectern has no plans: every account holds as much as one likes, and nothing is sold.',
}

/** /pricing, where all accounts are unlimited and nothing is sold. */
export default function NoPlans() {
  return (
    <>
      <h1 className="mt-8 text-display max-sm:text-title">
        This Lectern <mark className="marked">has no plans.</mark>
      </h1>
      <p className="mt-3 max-w-xl text-lead text-ink-2">
        Every account holds as many articles as you like. There is nothing to buy.
      </p>
      <a href="/dashboard" className={`${buttonClass('ink')} mt-6 h-11 max-sm:w-full`}>
        Open your library
      </a>
    </>
  )
}
