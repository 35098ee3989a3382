export const NOTE_TYPES = ['note', 'highlight', 'quote'] as const
/** What exports call the article of a note that is not shared with its writer any more. */
export const ENDED_ARTICLE = 'An article shared with you'

export const NOTE_COLOR_DEFAULT = '#fbbf24'
