import { expect, test } from 'vitest'
import { prepared } from '../../test-support/articles.ts'

test.each([
  '<nav><a href="/">Home</a></nav>',
  '<div role="navigation"><a href="/">Home</a></div>',
  '<ol itemscope itemtype="https://schema.org/BreadcrumbList"><li><a href="/">Home</a></li></ol>',
])('menus go: %s', html => {
  expect(prepared(html)).toBe('')
})

test.each([
  '<nav><a href="#a">A</a><a href="#b">B</a></nav>',
  '<main role="navigation"><p>Text</p></main>',
  '<nav><article><p>Text</p></article></nav>',
])('contents of the page, and what holds the article, stay: %s', html => {
  expect(prepared(html)).toBe(html)
})
