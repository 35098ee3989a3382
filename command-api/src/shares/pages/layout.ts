import { type Html, html } from '../html.ts'

/** The style of all public pages, a file of its own: no page has styles or scripts in it. */
export const STYLE_PATH = '/s/page.css'

type Page = {
  readonly title: string
  readonly main: Html
  readonly feeds?: readonly { readonly type: string; readonly href: string }[]
}

/** A document without script that no search engine lists. */
export const pageOf = ({ title, main, feeds = [] }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
${feeds.map(({ type, href }) => html`<link rel="alternate" type="${type}" href="${href}">\n`)}</head>
<body>
<header class="top"><p>Shared with <a href="/">Lectern</a></p></header>
<main>
${main}
</main>
<footer><p>Lectern keeps articles and highlights for reading.</p></footer>
</body>
</html>
`.text

/** The words are the same for whoever asks, and whatever the reason. */
export const NOTHING_HERE = pageOf({
  title: 'Nothing is shared here',
  main: html`<h1>Nothing is shared here</h1>
<p>There may never have been anything at this address, or it was withdrawn, or its time is over.</p>`,
})

/** @param wrong what was wrong with the password that was tried */
export const passwordPage = (wrong?: string): string =>
  pageOf({
    title: 'This page has a password',
    main: html`<h1>This page has a password</h1>
<p>Whoever gave you the address can tell you the password.</p>
<form method="post">
${wrong !== undefined && html`<p role="alert">${wrong}</p>\n`}<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" required>
<button type="submit">Open</button>
</form>`,
  })

/** An address of a public page was asked for too often, or something of ours is away. */
export const refusalPage = (message: string): string =>
  pageOf({
    title: 'This page cannot be shown now',
    main: html`<h1>This page cannot be shown now</h1>\n<p>${message}</p>`,
  })
