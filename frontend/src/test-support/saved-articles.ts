import type { ArticleToKeep, SavedImage } from '../data/saved-articles/store.ts'
import { aContent, aLink } from './server.ts'

/** A picture of this many bytes. Its hash repeats a letter. */
export const aPicture = (letter: string, size = 100): SavedImage => ({
  hash: letter.repeat(64),
  type: 'image/webp',
  bytes: new ArrayBuffer(size),
})

export const anArticle = (id: number, changes: Partial<ArticleToKeep> = {}): ArticleToKeep => ({
  link: aLink({ id, url: `https://www.example.test/${id}`, title: `Article ${id}` }),
  content: aContent({ title: `Article ${id}` }),
  notes: [],
  images: [],
  isByHand: true,
  ...changes,
})
