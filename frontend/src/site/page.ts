import type { ComponentType } from 'react'

/** What the page's head tells browsers, search engines and previews. */
export type Meta = {
  /** Without the product's name, which the frame adds. */
  readonly title: string
  /** One or two sentences. */
  readonly description: string
  /** Structured data of schema.org. */
  readonly data?: object
}

/** A page below another one: /help/<slug>. */
export type SubPage = { readonly slug: string; readonly meta: Meta; readonly Content: ComponentType }

/** The exports of site/<page>/page.tsx. `Content` renders without browser APIs, has the page's h1 and no main element. */
export type PageModule = {
  readonly meta: Meta
  readonly default: ComponentType
  readonly subPages?: readonly SubPage[]
}

export type PublicPage = {
  /** The address: '/help/saving'. */
  readonly path: string
  readonly meta: Meta
  readonly Content: ComponentType
  /** The folder of the page's own script, site/<act>/act.ts(x); undefined where nothing but the frame acts. */
  readonly act: string | undefined
}
