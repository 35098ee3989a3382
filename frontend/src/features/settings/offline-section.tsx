import { KEPT_DAYS } from '@lectern/contracts/retention.ts'
import { useId, useState } from 'react'
import { useLibrary } from '../../data/library/use-library.tsx'
import { useSavedState } from '../../data/library/use-saved-articles.ts'
import { NEWEST_CHOICES, readNewest } from '../../data/saved-articles/newest.ts'
import { useUser } from '../../data/session/use-session.tsx'
import { countOf } from '../../lib/format.ts'
import { useOpenDialog } from '../../parts/dialogs.ts'
import { Row, Section } from '../../parts/section.tsx'

/** What this device keeps for reading offline, by itself and by hand. */
export const OfflineSection = () => {
  const user = useUser()
  const { savedArticles: load } = useLibrary()
  const openDialog = useOpenDialog()
  const saved = useSavedState(({ ids }) => ids.size)
  const [newest, setNewest] = useState(() => readNewest(user.id))
  const hintId = useId()
  const choose = async (count: number) => {
    setNewest(count)
    try {
      ;(await load()).setNewest(count)
    } catch {
      setNewest(readNewest(user.id))
    }
  }
  return (
    <Section title="Offline" lead="Articles that this device keeps for reading without a connection.">
      <Row label="Keep automatically">
        <select
          aria-label="Keep automatically"
          aria-describedby={hintId}
          value={newest}
          onChange={({ target }) => void choose(Number(target.value))}
          className="h-11 w-full max-w-64 rounded-control border border-edge bg-surface px-3 pointer-coarse:text-[1rem]"
        >
          {NEWEST_CHOICES.map(count => (
            <option key={count} value={count}>
              {count === 0 ? 'Off' : `The newest ${count} unread articles`}
            </option>
          ))}
        </select>
        <p id={hintId} className="mt-1.5 text-meta text-ink-3">
          Articles that you have read leave again. Those that you save yourself stay for{' '}
          {countOf(KEPT_DAYS, 'day')}.
        </p>
      </Row>
      <Row label="Saved articles" act={{ name: 'Show', onAct: () => openDialog('offlineStorage', {}) }}>
        {saved === 0 ? 'None' : countOf(saved, 'article')}
      </Row>
    </Section>
  )
}
