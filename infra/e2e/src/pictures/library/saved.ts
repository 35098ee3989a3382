/** A link of the library in the pictures, and the page behind it. */
export type Saved = {
  /** The host that the page stands for. */
  readonly site: string
  readonly siteName: string
  readonly path: string
  readonly title: string
  readonly author: string
  readonly tags: readonly string[]
  readonly note?: string
  readonly isFavorite?: true
  readonly isArchived?: true
  /** Days since it was saved. */
  readonly days: number
  /** How long it takes to read. The page repeats its paragraphs up to that; absent, it shows them once. */
  readonly minutes?: number
  /** How much of it was read, from 0 to 1. */
  readonly read?: number
  /** A drawing of scenes.ts or figures.ts that stands above the text. */
  readonly cover?: string
  /** Passages of the text that the reader has marked, with what they thought of them. */
  readonly highlights?: readonly { readonly words: string; readonly thought?: string }[]
  /** Paragraphs with empty lines between them; '## ' begins a heading, '> ' a quotation, '![caption](drawing)' is a figure. */
  readonly text: string
}
