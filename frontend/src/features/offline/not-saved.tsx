import { useSavedArticles, useSavedState } from '../../data/library/use-saved-articles.ts'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { countOf } from '../../lib/format.ts'
import { useSaveOffline } from '../../parts/offline/use-save-offline.ts'
import { Button } from '../../ui/button.tsx'

/** The articles that the last saving could not save, and why. */
export const NotSaved = () => {
  const articles = useSavedArticles()
  const { failures, isOver } = useSavedState(({ run }) => run)
  const { save } = useSaveOffline()
  const isOffline = useIsOffline()
  if (!isOver || failures.length === 0) return null
  return (
    <section aria-label="Not saved" className="mt-5 border-t border-line pt-4">
      <h3 className="font-sans text-ui font-semibold">
        {countOf(failures.length, 'article')} could not be saved
      </h3>
      <ul className="mt-2 max-h-40 overflow-y-auto">
        {failures.map(({ id, error }) => (
          <li key={id} className="py-1">
            <p dir="auto" className="truncate font-medium">
              {error.article ?? 'An article'}
            </p>
            <p className="text-meta text-ink-2">{error.message}</p>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2.5">
        <Button disabled={isOffline} onClick={() => void save(failures.map(({ id }) => id))}>
          Try again
        </Button>
        <Button look="ghost" onClick={articles?.dismiss}>
          Dismiss
        </Button>
      </div>
    </section>
  )
}
