import { Download } from 'lucide-react'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { ICON_BUTTON, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { Tip } from '../../ui/tooltip/tip.tsx'

type Props = {
  /** Answers the notes as a Markdown file. */
  path: string
  /** Asks whether private notes come along. */
  hasPrivate: boolean
}

/** Downloads notes as Markdown, which the server makes. Private ones come along only where the person says so. */
export const ExportNotes = ({ path, hasPrivate }: Props) => {
  if (useIsOffline()) return null
  if (!hasPrivate)
    return (
      <Tip label="Export as Markdown">
        <a href={path} download aria-label="Export as Markdown" className={ICON_BUTTON}>
          <Download aria-hidden />
        </a>
      </Tip>
    )
  return (
    <Menu
      label="Export as Markdown"
      entries={[
        { label: 'Without private notes', icon: Download, href: path },
        {
          label: 'With private notes',
          icon: Download,
          href: `${path}${path.includes('?') ? '&' : '?'}private=true`,
        },
      ]}
      button={props => (
        <IconButton {...props}>
          <Download aria-hidden />
        </IconButton>
      )}
    />
  )
}
