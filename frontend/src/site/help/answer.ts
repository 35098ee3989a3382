/** Parts of the interface whose words answers quote. The journey help.spec.ts opens each and looks for the words. */
export type Place =
  | 'accountMenu'
  | 'addLink'
  | 'articleMenu'
  | 'bulkBar'
  | 'bulkDelete'
  | 'bulkEdit'
  | 'cardMenu'
  | 'collectionMenu'
  | 'dashboard'
  | 'deleteCollection'
  | 'duplicate'
  | 'extension'
  | 'failedArticle'
  | 'forgotPassword'
  | 'highlightsMenu'
  | 'history'
  | 'import'
  | 'importPreview'
  | 'importResult'
  | 'listen'
  | 'login'
  | 'lostNote'
  | 'newCollection'
  | 'noteForm'
  | 'notes'
  | 'notesExport'
  | 'offlineLine'
  | 'offlineStorage'
  | 'past'
  | 'phoneMenu'
  | 'pricing'
  | 'progressMenu'
  | 'publicLinks'
  | 'reader'
  | 'readerNotes'
  | 'readerType'
  | 'recentlyDeleted'
  | 'searchHelp'
  | 'searchResult'
  | 'selectionBar'
  | 'settings'
  | 'settingsUltra'
  | 'shareCollection'
  | 'shareDialog'
  | 'shortcuts'
  | 'sortMenu'
  | 'tagMenu'
  | 'tutorial'
  | 'undoToast'
  | 'versions'

/**
 * A paragraph, or the numbered steps of a list. `[Add Link]` are words of the interface; text in backticks is what a person
 * types or presses.
 */
export type Block = string | readonly string[]

/** A picture of a screen, which `make screenshots` draws. */
export type Picture = {
  /** The screen's name in infra/e2e/src/screenshots.ts. */
  readonly of: string
  readonly alt: string
}

/** In pixels. */
export const PICTURE_SIZE = { width: 1280, height: 800 }

/** Its file in frontend/public. */
export const pictureFile = (picture: Pick<Picture, 'of'>, look: 'light' | 'dark'): string =>
  `pictures/${picture.of}-${look}.webp`

export type Answer = {
  /** Its address is /help/<slug>, for ever. */
  readonly slug: string
  readonly question: string
  readonly text: readonly Block[]
  readonly picture?: Picture
  /** Words that people may search for and that the question lacks. */
  readonly tags: readonly string[]
  /** Where its words of the interface stand. Empty where it quotes none. */
  readonly places: readonly Place[]
  /** A screen that the answer leads to. */
  readonly goTo?: { readonly href: string; readonly name: string }
}

/** A piece of a paragraph. */
export type Piece = { readonly kind: 'text' | 'ui' | 'typed'; readonly text: string }

const MARKED = /\[([^\]]+)\]|`([^`]+)`/g

/** Splits a paragraph into plain text, words of the interface and what one types. */
export const piecesOf = (paragraph: string): Piece[] => {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: whole, 1: ui, 2: typed, index } of paragraph.matchAll(MARKED)) {
    if (index > end) pieces.push({ kind: 'text', text: paragraph.slice(end, index) })
    pieces.push(ui === undefined ? { kind: 'typed', text: typed ?? '' } : { kind: 'ui', text: ui })
    end = index + whole.length
  }
  if (end < paragraph.length) pieces.push({ kind: 'text', text: paragraph.slice(end) })
  return pieces
}

/** The words of the interface that an answer quotes, each once. */
export const quotedWords = ({ text }: Pick<Answer, 'text'>): string[] => [
  ...new Set(
    text
      .flat()
      .flatMap(piecesOf)
      .filter(({ kind }) => kind === 'ui')
      .map(piece => piece.text),
  ),
]

/** The text without its marks. */
export const plainText = ({ text }: Pick<Answer, 'text'>): string =>
  text
    .flat()
    .map(paragraph =>
      piecesOf(paragraph)
        .map(piece => piece.text)
        .join(''),
    )
    .join(' ')
