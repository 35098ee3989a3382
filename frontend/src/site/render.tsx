import { renderToStaticMarkup } from 'react-dom/server'
import { type Assets, Document } from './frame/document.tsx'
import { PAGES } from './pages.ts'

/** @returns each public page: its file's name in the folder of pages, and its document */
export const renderPages = (assets: Assets): readonly { file: string; html: string }[] =>
  PAGES.map(page => ({
    file: `${page.path.slice(1)}.html`,
    html: `<!doctype html>${renderToStaticMarkup(<Document page={page} assets={assets} />)}`,
  }))
