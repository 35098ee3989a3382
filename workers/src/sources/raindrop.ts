import { date, flag, separated } from './fields.ts'
import { tableFormat } from './format.ts'
import { withOtherFolders } from './other-folders.ts'
import type { Format, SourceNote } from './source.ts'

/** Its name for links without a collection. */
const NO_FOLDER = 'unsorted'

export const raindrop: Format = withOtherFolders(
  tableFormat('raindrop', column => {
    const url = column('url')
    const title = column('title')
    const note = column('note')
    const folder = column('folder')
    const tags = column('tags')
    const created = column('created')
    const highlights = column('highlights')
    const favorite = column('favorite')
    return cells => ({
      kind: 'row',
      url: url(cells),
      title: title(cells),
      note: note(cells),
      tags: separated(tags(cells), ','),
      savedAt: date(created(cells)),
      isFavorite: flag(favorite(cells)),
      collection: folder(cells).trim().toLowerCase() === NO_FOLDER ? '' : folder(cells),
      notes: highlightsOf(highlights(cells)),
    })
  }),
)

/** A cell such as `Highlight:text`, with several of them and `Note:text` behind one; texts may have several lines. */
const highlightsOf = (cell: string): SourceNote[] => {
  if (cell.trim() === '') return []
  const notes: SourceNote[] = []
  const parts = cell.split(/^[ \t]*(highlight|note):/im)
  const before = parts[0]?.trim() ?? ''
  if (before !== '') notes.push({ type: 'highlight', content: before })
  for (let n = 1; n < parts.length; n += 2) {
    const content = parts[n + 1]?.trim() ?? ''
    const last = notes.at(-1)
    if (content === '') continue
    if (parts[n]?.toLowerCase() === 'highlight') notes.push({ type: 'highlight', content })
    else if (last?.type !== 'highlight') notes.push({ type: 'note', content })
    else notes[notes.length - 1] = { type: 'note', content, selectedText: last.content }
  }
  return notes
}
