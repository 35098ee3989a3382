export const NOTE_TYPES = ['note', 'highlight', 'quote'] as const
export const NOTE_COLOR_DEFAULT = '#fbbf24'
