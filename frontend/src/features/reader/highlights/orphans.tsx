import type { LinkContent } from '@lectern/contracts/api/links.ts'
import type { Note } from '../../../data/answers.ts'
import { NOTE_TYPES, QuoteBlock } from '../../../parts/notes-panel/note-parts.tsx'
import { useNotesPanel } from '../../../parts/notes-panel/use-notes-panel.ts'
import { Button } from '../../../ui/button.tsx'
import { useShowVersion } from '../versions/version-address.ts'
import { quoteOf } from './anchoring/anchor-notes.ts'

type Props = { notes: readonly Note[]; content: LinkContent }

export const ORPHANS_ID = 'notes-without-place'

/** Notes whose words are not certain to stand in this text, with the words, under the article. */
export const Orphans = ({ notes, content }: Props) => {
  const { open } = useNotesPanel()
  const showVersion = useShowVersion()
  if (notes.length === 0) return null
  const madeOn = ({ anchor }: Note): string | null => {
    const version = content.versions.find(({ contentHash }) => contentHash === anchor?.contentHash)
    return version && version.contentHash !== content.contentHash ? version.contentHash : null
  }
  return (
    <section
      id={ORPHANS_ID}
      aria-labelledby={`${ORPHANS_ID}-title`}
      className="mt-14 border-t border-line pt-6 print:hidden"
    >
      <h2 id={`${ORPHANS_ID}-title`} tabIndex={-1} className="text-lead font-semibold outline-none">
        {notes.length === 1
          ? 'A note has no place in this text'
          : `${notes.length} notes have no place in this text`}
      </h2>
      <p className="mt-1 text-ink-2">The article has changed. The words that were marked are kept here.</p>
      <ul className="mt-4 flex flex-col gap-4">
        {notes.map(note => {
          const version = madeOn(note)
          return (
            <li key={note.id} data-orphan={note.id} tabIndex={-1} className="outline-offset-4">
              <QuoteBlock color={note.color}>{quoteOf(note) ?? ''}</QuoteBlock>
              <p className="mt-2 flex flex-wrap gap-2">
                <Button onClick={() => open({ linkId: note.linkId, noteId: note.id })}>
                  Open {NOTE_TYPES[note.type].label.toLowerCase()}
                </Button>
                {version && (
                  <Button onClick={() => showVersion(version)}>Show the text it was made on</Button>
                )}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
