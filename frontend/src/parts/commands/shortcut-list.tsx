import { Fragment } from 'react'
import { Kbd } from '../../ui/kbd.tsx'
import { shortcutGroups } from './labels.ts'

const GROUPS = shortcutGroups()

/** All shortcuts, under a heading of level 2. */
export const ShortcutList = () => (
  <>
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {GROUPS.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className="mb-1.5 font-sans font-semibold">{title}</h3>
          <dl>
            {shortcuts.map(({ id, keys, label }) => (
              <div key={id} className="flex min-h-8 items-center justify-between gap-3">
                <dt className="order-last flex shrink-0 items-center gap-1 text-meta text-ink-2">
                  {keys.map((each, index) => (
                    <Fragment key={each}>
                      {index > 0 && 'or'}
                      <Sequence keys={each} />
                    </Fragment>
                  ))}
                </dt>
                <dd className="text-ink-2">{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <p className="mt-5 text-meta text-ink-2">
      The arrow keys move in the list, too. Favorite, archive, details, collection, tags and delete act on the
      selected links where there are any; Escape unselects them. In an article, v selects words, Space pauses
      Listen, and Escape closes what is open. F2 renames a collection or a tag.
    </p>
  </>
)

/** Draws 'g d' as two keys, and 'Ctrl+z' as two that are held together. */
const Sequence = ({ keys }: { keys: string }) =>
  keys.split(' ').map((key, index) => (
    <Fragment key={key}>
      {index > 0 && 'then'}
      {key.split('+').map((each, at) => (
        <Fragment key={each}>
          {at > 0 && '+'}
          <Kbd>{each}</Kbd>
        </Fragment>
      ))}
    </Fragment>
  ))
