import type { FastifyReply } from 'fastify'
import { onceASecond } from './once-a-second.ts'

const REFRESH_SECONDS = 3

/**
 * How many percent an update of the read models has come; undefined once they serve, for good. While Postgres is away
 * it is undefined too: the client loads, says what it cannot reach, and opens what the device keeps.
 */
export const watchProgress = (
  look: () => Promise<number | undefined>,
): (() => Promise<number | undefined>) => {
  let serves = false
  return onceASecond(async () => {
    if (serves) return undefined
    try {
      const percent = await look()
      serves = percent === undefined
      return percent
    } catch {
      return undefined
    }
  })
}

/** Answers with a page that shows how far the update is and reloads itself. */
export const sendProgress = (reply: FastifyReply, percent: number): FastifyReply =>
  reply
    .code(503)
    .header('retry-after', String(REFRESH_SECONDS))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(progressPage(percent))

const progressPage = (percent: number): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<meta name="color-scheme" content="light dark">
<title>Lectern is being brought up to date</title>
<link rel="icon" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="logo"><svg viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="5"/><path d="M5 0h1.6v20H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5Z"/></svg>Lectern</p>
<h1>Lectern is being brought up to date</h1>
<p>Everything you saved is safe, and this page opens by itself when it is ready.</p>
<div class="bar" role="progressbar" aria-label="Update" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${percent}"><div style="width:${percent}%"></div></div>
<p class="percent">${percent} %</p>
</main>
</body>
</html>
`

/** The client's look (frontend/src/styles/tokens.css), inline: the client's files may not be built yet. */
const STYLE = `
:root { --paper: #f7f5f0; --sunken: #efece4; --ink: #1e1c18; --ink-2: #55504a; --line: #cfc9bc; --marker: #fbbf24 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #161513; --sunken: #121110; --ink: #eeeae2; --ink-2: #b9b3a8; --line: #423f39 }
}
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 32px 24px;
  background: var(--paper); color: var(--ink-2); font: 16px/24px "Inter Variable", Inter, system-ui, sans-serif }
main { width: 100%; max-width: 480px }
h1, .logo { color: var(--ink); font-family: "Literata Variable", Literata, Georgia, serif; font-weight: 600 }
.logo { display: flex; align-items: center; gap: 10px; font-size: 21px; line-height: 28px; margin-bottom: 40px }
.logo svg { width: 20px; height: 20px }
.logo rect { fill: var(--marker) }
.logo path { fill: var(--ink) }
h1 { font-size: 30px; line-height: 36px; margin-bottom: 12px; text-wrap: balance }
.bar { height: 8px; margin: 32px 0 8px; border-radius: 4px; background: var(--sunken); border: 1px solid var(--line); overflow: hidden }
.bar div { height: 100%; background: var(--marker) }
.percent { font-size: 14px; line-height: 20px; font-variant-numeric: tabular-nums }
`
