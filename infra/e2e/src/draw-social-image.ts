import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'

/**
 * Draws the picture that previews show of the public pages, frontend/public/social.png. Run it after the look has changed,
 * and commit the file.
 */
const ROOT = join(import.meta.dirname, '../../..')
const FONTS = join(ROOT, 'node_modules/@fontsource-variable')
const SIZE = { width: 1200, height: 630 }

const font = (file: string): string =>
  `data:font/woff2;base64,${readFileSync(join(FONTS, file)).toString('base64')}`
const logo = readFileSync(join(ROOT, 'frontend/public/favicon.svg'), 'utf8')

const page = `<!doctype html>
<style>
  @font-face { font-family: Literata; font-weight: 200 900; src: url(${font('literata/files/literata-latin-opsz-normal.woff2')}) }
  @font-face { font-family: Inter; font-weight: 100 900; src: url(${font('inter/files/inter-latin-wght-normal.woff2')}) }
  body { margin: 0; box-sizing: border-box; height: 630px; padding: 76px 88px; display: flex; flex-direction: column;
    justify-content: space-between; background: #f7f5f0; color: #1e1c18; font-family: Literata }
  .logo { display: flex; align-items: center; gap: 22px; font-size: 46px; font-weight: 600 }
  .logo svg { width: 46px; height: 46px }
  h1 { margin: 0; font-size: 84px; line-height: 108px; font-weight: 550; white-space: nowrap }
  mark { background: linear-gradient(transparent 18%, #fde58a 18% 88%, transparent 88%); color: inherit }
  p { margin: 0; font: 500 30px/40px Inter; color: #55504a }
</style>
<div class="logo">${logo}Lectern</div>
<h1>Save it now. <mark>Read it well.</mark><br>Find it in ten years.</h1>
<p>Links, articles, highlights and notes in one quiet place.</p>`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const tab = await browser.newPage({ viewport: SIZE })
  await tab.setContent(page)
  await tab.evaluate('document.fonts.ready.then(() => undefined)')
  const shot = await tab.screenshot()
  await sharp(shot)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(ROOT, 'frontend/public/social.png'))
} finally {
  await browser.close()
}
