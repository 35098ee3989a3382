import { date, pythonList } from './fields.ts'
import { tableFormat } from './format.ts'
import type { Format } from './source.ts'

/** Reader has no favourites, so people use a tag. */
const FAVORITE = 'favorite'

export const readwise: Format = tableFormat('readwise', column => {
  const url = column('url')
  const title = column('title')
  const tags = column('documenttags', 'tags')
  const saved = column('saveddate')
  const location = column('location')
  return cells => {
    const place = location(cells).trim().toLowerCase()
    if (place === 'feed') return { kind: 'skipped', url: url(cells), reason: 'feed-item' }
    const names = pythonList(tags(cells))
    return {
      kind: 'row',
      url: url(cells),
      title: title(cells),
      tags: names.filter(name => name !== FAVORITE),
      savedAt: date(saved(cells)),
      isFavorite: names.includes(FAVORITE),
      isArchived: place === 'archive',
    }
  }
})
