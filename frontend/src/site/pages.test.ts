// @vitest-environment node
import { ORIGIN_PLACEHOLDER } from '@lectern/contracts/public-pages.ts'
import { PUBLIC_PAGES, screenAt } from '@lectern/contracts/screens.ts'
import { expect, test } from 'vitest'
import { PAGES, standsIn } from './pages.ts'
import { renderPages } from './render.tsx'

const assets = {
  styles: ['/assets/index.css'],
  fonts: [],
  scripts: new Map([
    ['frame', '/assets/site/frame.js'],
    ['pricing', '/assets/site/pricing.js'],
  ]),
}
const rendered = new Map(renderPages(assets).map(({ file, html }) => [file, html]))
const listed = PAGES.filter(page => !standsIn(page))
const htmlOf = (path: string): string => rendered.get(`${path.slice(1)}.html`) ?? ''

/** The content of the only element or attribute that the expression finds. */
const only = (html: string, found: RegExp): string | undefined => {
  const all = [...html.matchAll(new RegExp(found, 'g'))]
  expect(all, String(found)).toHaveLength(1)
  return all[0]?.[1]
}

test.each(PUBLIC_PAGES)('%s has a page', address => {
  const pattern = new RegExp(`^${address.replace(/:\w+/, '[^/]+')}$`)
  expect(listed.some(({ path }) => pattern.test(path))).toBe(true)
})

test.each(listed.map(({ path }) => path))('the gateway knows %s as a page', path => {
  expect(screenAt(path)).toBe('page')
})

test.each(PAGES.map(({ path }) => path))('%s is a whole document without a browser', path => {
  const html = htmlOf(path)
  expect(html).toMatch(/^<!doctype html><html lang="en">/)
  const title = only(html, /<title>(.*?)<\/title>/)
  expect(title).toMatch(/ · Lectern$/)
  expect(only(html, /<meta name="description" content="(.*?)"/)?.length).toBeGreaterThan(20)
  for (const landmark of [/<h1[ >]/, /<main /, /<header/, /<footer/]) only(html, landmark)
  expect(html).toContain('<a href="#main" class="skip-link">')
  // The theme stands before the styles, and thus before the first paint.
  expect(html.indexOf('/theme.js')).toBeLessThan(html.indexOf('rel="stylesheet"'))
  expect(html).not.toMatch(/<script(?![^>]*(?: src=|application\/ld\+json))/)
  expect(html).not.toMatch(/ on\w+="/)
})

test.each(listed.map(({ path }) => path))('%s says what search engines and previews need', path => {
  const html = htmlOf(path)
  const url = `${ORIGIN_PLACEHOLDER}${path}`
  expect(only(html, /<link rel="canonical" href="(.*?)"/)).toBe(url)
  expect(only(html, /property="og:url" content="(.*?)"/)).toBe(url)
  expect(only(html, /property="og:title" content="(.*?)"/)).toBe(only(html, /<title>(.*?)<\/title>/))
  expect(only(html, /property="og:image" content="(.*?)"/)).toBe(`${ORIGIN_PLACEHOLDER}/social.png`)
  expect(only(html, /name="twitter:card" content="(.*?)"/)).toBe('summary_large_image')
})

test('no two pages have the same title or description', () => {
  for (const kind of ['title', 'description'] as const) {
    const texts = PAGES.map(({ meta }) => meta[kind])
    expect(new Set(texts).size).toBe(texts.length)
  }
})

test('the page for unknown addresses is in no index', () => {
  expect(htmlOf('/not-found')).toContain('<meta name="robots" content="noindex"/>')
})

test('a page loads the script of the frame and its own', () => {
  const scriptsOf = (path: string) =>
    [...htmlOf(path).matchAll(/<script type="module" src="(.*?)"/g)].map(([, src]) => src)
  expect(scriptsOf('/pricing')).toEqual(['/assets/site/frame.js', '/assets/site/pricing.js'])
  expect(scriptsOf('/support')).toEqual(['/assets/site/frame.js'])
})
