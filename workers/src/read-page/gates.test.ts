import { expect, test } from 'vitest'
import { prose } from '../test-support/articles.ts'
import { readPage } from './read-page.ts'

const consent = `<h1>Before you continue</h1><p>We and our partners use cookies and other data to deliver and maintain our services,
  and, with your consent, to show personalised advertising. Your choice about personal data and cookies is kept for a year.</p>`
const reasonOf = (html: string, url = 'https://daily.example/fog') => {
  const result = readPage({ url, contentType: 'text/html', body: Buffer.from(html) }, new Set())
  return result.kind === 'read' ? null : result.reason
}

test.each([
  [
    'a form for consent',
    `${consent}<form action="/save-consent"><button>Accept all</button></form>`,
    undefined,
  ],
  [
    'an address for consent',
    `${consent}<button>Accept all</button>`,
    'https://consent.daily.example/m?continue=x',
  ],
])('%s makes a consent page', (_, html, url) => {
  expect(reasonOf(html, url)).toBe('consent-required')
})

test.each([
  ['a password', '<p>Welcome back.</p><form><input type=password></form>', undefined],
  [
    'an address for signing in and a form',
    `${prose}<form><input type=email></form>`,
    'https://daily.example/users/sign-in',
  ],
])('%s makes a sign-in page', (_, html, url) => {
  expect(reasonOf(html, url)).toBe('sign-in-required')
})

const needsScripts = 'You need to enable JavaScript to run this app.'

test.each([
  [
    'an empty page with a text for browsers without scripts',
    `<noscript>${needsScripts}</noscript><div id="root"></div>`,
  ],
  ['one with the line of its site', `<noscript><p>${needsScripts}</p></noscript><p>The Daily</p>`],
  ['one that only asks', '<h1>One more step</h1><p>Please turn JavaScript on and reload the page.</p>'],
  ['one in German', '<p>Bitte aktivieren Sie JavaScript in Ihrem Browser, um diese Seite zu sehen.</p>'],
])('%s needs scripts', (_, html) => {
  expect(reasonOf(html)).toBe('script-required')
})

const button = '<button class="cookie-accept">Accept</button>'

test.each([
  [
    'an article under a banner',
    `<article>${prose.repeat(3)}</article><div><p>We use cookies.</p>${button}</div>`,
    undefined,
  ],
  [
    'a long article about cookies',
    `<article>${`<p>${consent.replace(/<[^>]*>/g, '')}</p>`.repeat(12)}</article>${button}`,
    undefined,
  ],
  [
    'a short one that says so',
    `<meta property="og:type" content="article"><article>${consent}</article>${button}`,
    undefined,
  ],
  [
    'a short article whose comments need scripts',
    `<article>${prose}</article><noscript>Please enable JavaScript to view the comments.</noscript>`,
    undefined,
  ],
  [
    'an article of a site that asks for scripts',
    `<article>${prose.repeat(3)}</article><noscript>${needsScripts}</noscript>`,
    undefined,
  ],
  [
    'a story about signing in',
    `<article>${prose.repeat(3)}</article>`,
    'https://daily.example/2024/sign-in-with-fog',
  ],
])('%s stays an article', (_, html, url) => {
  expect(reasonOf(html, url)).toBeNull()
})
