import { NO_PLANS_PAGE, NOT_FOUND_PAGE } from '@lectern/contracts/public-pages.ts'
import type { PageModule, PublicPage } from './page.ts'

const modules = import.meta.glob<PageModule>('./*/page.tsx', { eager: true })
const acts = Object.keys(import.meta.glob('./*/act.{ts,tsx}'))

const folderOf = (file: string): string => file.split('/')[1] ?? ''
const actIn = (folder: string): string | undefined =>
  acts.some(file => folderOf(file) === folder) ? folder : undefined

const pagesOf = ([file, page]: [string, PageModule]): PublicPage[] => {
  const folder = folderOf(file)
  return [
    { path: `/${folder}`, meta: page.meta, Content: page.default, act: actIn(folder) },
    ...(page.subPages ?? []).map(({ slug, meta, Content }) => ({
      path: `/${folder}/${slug}`,
      meta,
      Content,
      act: undefined,
    })),
  ]
}

/** All public pages: each folder of site with a page.tsx is one, and may have others below it. */
export const PAGES: readonly PublicPage[] = Object.entries(modules).flatMap(pagesOf)

/** Whether the gateway answers other addresses with the page, which has none of its own. */
export const standsIn = ({ path }: PublicPage): boolean =>
  [NOT_FOUND_PAGE, NO_PLANS_PAGE].includes(path.slice(1))
