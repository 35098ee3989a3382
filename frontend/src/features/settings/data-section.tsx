import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { noteCountsQuery } from '../../data/notes/queries.ts'
import { TOUCH, useMedia } from '../../lib/media.ts'
import { BookmarkletLink } from '../../parts/bookmarklet.tsx'
import { ExportNotes } from '../../parts/notes-panel/export-notes.tsx'
import { Section } from '../../parts/section.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { LibraryExport } from './library-export.tsx'

/** Ways into the library, and out of it. */
export const DataSection = () => {
  const { data: notes } = useQuery(noteCountsQuery(''))
  const isTouch = useMedia(TOUCH)
  const hasNotes = notes !== undefined && notes.data.all > 0
  return (
    <Section title="Data">
      <Entry title="Import" text="Bring your links from Pocket, Raindrop.io, Instapaper and others.">
        <Link href="/import" className={buttonClass('outline')}>
          Import
        </Link>
      </Entry>
      <LibraryExport />
      <Entry
        title="Notes and highlights"
        text={
          hasNotes || notes === undefined
            ? 'All of them as one Markdown file.'
            : 'You have none yet. They can be downloaded here.'
        }
      >
        {hasNotes && <ExportNotes path="/api/notes/export" hasPrivate />}
      </Entry>
      {!isTouch && (
        <Entry
          title="Save from any page"
          text="Drag this to your bookmarks bar. A click on it there opens Add Link with the page you are on."
        >
          <BookmarkletLink />
        </Entry>
      )}
    </Section>
  )
}

type Props = { title: string; text: string; children: ReactNode }

const Entry = ({ title, text, children }: Props) => (
  <div className="flex min-h-15 items-center justify-between gap-4 border-t border-line px-4 py-2.5 first:border-t-0">
    <div className="min-w-0">
      <h3 className="font-sans font-medium">{title}</h3>
      <p className="mt-0.5 text-meta text-ink-2">{text}</p>
    </div>
    {children}
  </div>
)
