import type { Act, ParamsOf } from '../../data/acts/kinds.ts'
import { idsOf } from '../../data/acts/named-links.ts'
import { countOf } from '../../lib/format.ts'

const NOTE_TYPES = { note: 'Note', highlight: 'Highlight', quote: 'Quote' }

/** What the person did, in a few words, and the text or the title that it was about. */
export const textsOf = (act: Act): { title: string; text?: string | undefined } => {
  const text = act.links?.[0]?.title
  switch (act.name) {
    case 'favorite':
      return { title: act.params.isFavorite ? 'Add to favorites' : 'Remove from favorites', text }
    case 'archive':
      return { title: act.params.isArchived ? 'Archive' : 'Move out of the archive', text }
    case 'collect':
      return { title: act.params.to ? `Add to "${act.params.to.name}"` : 'Remove from collection', text }
    case 'saveLink':
      return { title: 'New article', text: savedTexts(act.params) }
    case 'savePage':
      return { title: 'Save the text of the page', text }
    case 'editLink':
      return { title: 'Edit article', text: editedTexts(act.params.changes) ?? text }
    case 'editLinks':
      return { title: `Edit ${countOf(idsOf(act.params.linkIds).length, 'article')}`, text }
    case 'deleteLink':
      return { title: 'Delete article', text }
    case 'deleteLinks':
      return { title: `Delete ${countOf(idsOf(act.params.linkIds).length, 'article')}`, text }
    case 'retryExtraction':
      return { title: 'Read the page again', text }
    case 'retryPages':
      return { title: `Read ${countOf(idsOf(act.params.linkIds).length, 'page')} again` }
    case 'createCollection':
      return { title: 'New collection', text: act.params.name }
    case 'editCollection':
      return { title: 'Edit collection', text: act.params.name }
    case 'deleteCollection':
      return { title: 'Delete collection' }
    case 'takeNote':
      return { title: `New ${NOTE_TYPES[act.params.type].toLowerCase()}`, text: act.params.content }
    case 'reviseNote':
      return { title: 'Edit note', text: act.params.content }
    case 'deleteNote':
      return { title: 'Delete note' }
    case 'clearHighlights':
      return { title: 'Clear highlights' }
    case 'renameTag':
      return { title: `Rename the tag "${act.params.from}" to "${act.params.to}"` }
    case 'mergeTags':
      return { title: `Merge "${act.params.from.join('", "')}" into "${act.params.into}"` }
    case 'deleteTag':
      return { title: `Delete the tag "${act.params.tag}"` }
    case 'bringBack':
      return { title: 'Bring deleted articles back' }
    case 'deleteForGood':
      return { title: 'Delete articles for good' }
    case 'undo':
      return { title: 'Undo', text: act.params.title }
  }
}

/** The texts that the person typed into the form of a link. */
const editedTexts = ({ title, url, note }: ParamsOf<'editLink'>['changes']): string | undefined =>
  [title, url, note].filter(Boolean).join('\n') || undefined

/** The article that the person wanted to save, with the note on it. */
const savedTexts = ({ title, url, note }: ParamsOf<'saveLink'>): string =>
  [title, url, note].filter(Boolean).join('\n')

/** The text that the person wrote, which must not be lost; undefined where the act has none. */
export const writtenText = (act: Act): string | undefined => {
  if (act.name === 'takeNote' || act.name === 'reviseNote') return act.params.content
  if (act.name === 'saveLink') return savedTexts(act.params)
  return act.name === 'editLink' ? editedTexts(act.params.changes) : undefined
}
