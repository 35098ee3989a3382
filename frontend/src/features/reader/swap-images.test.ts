import { expect, test } from 'vitest'
import { prepareArticle } from './prepare-article.ts'
import { swapImages } from './swap-images.ts'

const frame = (name: string) =>
  `<span data-image-missing data-source="https://cdn.example/${name}.png"></span>`
const image = (name: string) => `<img src="/api/images/${name}" alt="" width="640" height="400">`

const swapped = (before: string, after: string) => {
  const [older, newer] = [before, after].map(html => prepareArticle(html, 'Title').fragment)
  if (!older || !newer) throw new Error('nothing was prepared')
  const article = document.createElement('article')
  article.append(older.cloneNode(true))
  document.body.replaceChildren(article)
  const texts = [...article.querySelectorAll('p')].map(({ firstChild }) => firstChild)
  swapImages(article, older, newer)
  const wanted = document.createElement('article')
  wanted.append(newer)
  return { article, wanted, texts }
}

test('images take the place of their frames, and the text stays', () => {
  const html = (one: string, two: string) =>
    `<p>Words</p><figure>${one}<figcaption>Caption</figcaption></figure><p>More ${two} words</p>`
  const { article, wanted, texts } = swapped(html(frame('a'), frame('b')), html(image('a'), image('b')))
  expect(article.innerHTML).toBe(wanted.innerHTML)
  expect([...article.querySelectorAll('p')].map(({ firstChild }) => firstChild)).toEqual(texts)
  expect(texts.every(text => text?.isConnected)).toBe(true)
})

test('a tracker leaves no frame, also beside other images', () => {
  const { article, wanted } = swapped(
    `<p>${frame('t')}${frame('a')}One</p>${frame('t')}<p>Two${frame('b')}three</p>`,
    `<p>${image('a')}One</p><p>Two${frame('b')}three</p>`,
  )
  expect(article.innerHTML).toBe(wanted.innerHTML)
})

test('an image that is there already stays the same element', () => {
  const html = (second: string) => `<p>${image('a')}${second}</p>`
  const older = prepareArticle(html(frame('b')), 'Title').fragment
  const article = document.createElement('article')
  article.append(older.cloneNode(true))
  const loaded = article.querySelector('img')
  swapImages(article, older, prepareArticle(html(image('b')), 'Title').fragment)
  expect(article.querySelectorAll('img')).toHaveLength(2)
  expect(article.querySelector('img')).toBe(loaded)
})

test('what was drawn on the text stays, and a link around an image gives way to the image', () => {
  const html = (one: string) =>
    `<h3>Part</h3><p>A b c <a href="https://site.example/large.png">${one}</a></p>`
  const older = prepareArticle(html(frame('a')), 'Title').fragment
  const article = document.createElement('article')
  article.append(older.cloneNode(true))
  const mark = document.createElement('mark')
  const words = article.querySelector('p')?.firstChild
  words?.before(mark)
  if (words) mark.append(words)
  swapImages(article, older, prepareArticle(html(image('a')), 'Title').fragment)
  expect(article.contains(mark)).toBe(true)
  expect(article.querySelector('img')?.getAttribute('role')).toBe('button')
  expect(article.querySelector('a')?.hasAttribute('href')).toBe(false)
})
