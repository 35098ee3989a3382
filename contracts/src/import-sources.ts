import { z } from 'zod/mini'

export const ImportSource = z.enum([
  'pocket',
  'raindrop',
  'readwise',
  'instapaper',
  'linkwarden',
  'wallabag',
  'getrecall',
  'goodlinks',
  'karakeep',
  'lectern',
])
export type ImportSource = z.infer<typeof ImportSource>

export type ImportSourceFacts = {
  readonly name: string
  readonly description: string
  /** File extensions with their dot, the usual one first. */
  readonly extensions: readonly `.${string}`[]
  /** A source that cannot be chosen yet is `soon`. */
  readonly badge?: 'popular' | 'soon'
}

/** The services that people bring their links from, in the order of the screen. */
export const IMPORT_SOURCES: Record<ImportSource, ImportSourceFacts> = {
  pocket: {
    name: 'Pocket',
    description: 'Saves, tags, highlights and the archive of the service that closed in 2025',
    extensions: ['.html', '.csv', '.zip'],
    badge: 'popular',
  },
  raindrop: {
    name: 'Raindrop.io',
    description: 'Bookmarks with their folders, notes and highlights',
    extensions: ['.csv'],
  },
  readwise: {
    name: 'Readwise Reader',
    description: 'Documents with their tags; feed items are left out',
    extensions: ['.csv'],
  },
  instapaper: {
    name: 'Instapaper',
    description: 'Articles with their folders, tags and selections',
    extensions: ['.html', '.csv'],
  },
  linkwarden: {
    name: 'Linkwarden',
    description: 'Links with their collections, tags and pins',
    extensions: ['.json'],
  },
  wallabag: {
    name: 'Wallabag',
    description: 'Entries with their tags, stars and annotations',
    extensions: ['.json'],
  },
  getrecall: {
    name: 'GetRecall',
    description: 'Cards with their tags, as a file or as exported Markdown',
    extensions: ['.json', '.csv', '.zip'],
  },
  goodlinks: {
    name: 'GoodLinks',
    description: 'Links with their tags and stars; read ones are archived',
    extensions: ['.html', '.json'],
  },
  karakeep: {
    name: 'Karakeep',
    description: 'Bookmarks with their tags, lists and notes',
    extensions: ['.html', '.json'],
  },
  lectern: {
    name: 'Lectern',
    description: 'A library as it was, with collections, notes, highlights and reading positions',
    extensions: ['.json', '.zip'],
  },
}
