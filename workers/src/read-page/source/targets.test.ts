import { describe, expect, test } from 'vitest'
import { prose, stored } from '../../test-support/articles.ts'

const article = (inner: string) => stored(inner).replaceAll(prose, '')

describe('links inside the page', () => {
  test('lead to numbered targets, in the order of the article', () => {
    const html = article(
      '<p>See <a href="#second">the evening</a>, or <a href="https://www.daily.example/fog#first">the morning</a>.</p>' +
        `<h2 id="first">The morning</h2>${prose}<h2 id="second">The evening</h2>`,
    )
    expect(html).toContain('See <a href="#t2" rel="noopener noreferrer nofollow">the evening</a>')
    expect(html).toContain('<h2 data-target="t1">The morning</h2>')
    expect(html).toContain('<h2 data-target="t2">The evening</h2>')
  })

  test('may be many to one target, and targets without a link have no mark', () => {
    const html = article(
      '<p><a href="#a">one</a> and <a href="#a">two</a></p><h2 id="a">The morning</h2><h2 id="b">The evening</h2>',
    )
    expect(html.match(/href="#t1"/g)).toHaveLength(2)
    expect(html.match(/data-target/g)).toHaveLength(1)
  })

  test('lead to the heading after an empty anchor', () => {
    expect(article(`<p><a href="#m">there</a></p><a name="m"></a><h2>The morning</h2>${prose}`)).toContain(
      '<h2 data-target="t1">The morning</h2>',
    )
  })

  test('lead to the page where the target is no part of the article', () => {
    const html = article('<p>See <a href="#comments">what others say</a> and <a href="#t1">this</a>.</p>')
    expect(html).toContain('href="https://www.daily.example/fog#comments"')
    expect(html).toContain('href="https://www.daily.example/fog#t1"')
  })

  test("the page's own attributes of these names are dropped", () => {
    expect(article('<p data-target="t1" data-refers="1">A button of the page</p>')).toContain(
      '<p>A button of the page</p>',
    )
  })
})

describe('headings that link to themselves', () => {
  test.each([
    '<h2 id="x"><a href="#x">The morning</a></h2>',
    '<h2 id="x">The morning <a class="headerlink" href="#x">¶</a></h2>',
    '<h2 id="x">The morning<a class="anchor" href="#x">Direct link</a></h2>',
    '<h2><a id="x" href="#x">The morning</a></h2>',
    '<section id="x"><h2><a href="#x">The morning</a></h2></section>',
    '<a id="x"></a><h2>The morning <a href="#x">#</a></h2>',
  ])('stay, as text: %s', html => {
    expect(article(`${html}${prose}`)).toMatch(/<h2>The morning ?<\/h2>/)
  })

  test.each([
    [
      'a link to another heading',
      '<h2 id="x"><a href="#y">The morning</a></h2><h2 id="y">The evening</h2>',
      'href="#t1"',
    ],
    [
      'the mark of a footnote',
      `<h2>Boats<sup><a href="#n">*</a></sup></h2>${prose}<p id="n">A note.</p>`,
      'href="#t1"',
    ],
    [
      'a link to a page',
      '<h2><a href="https://other.example/">The morning</a></h2>',
      'href="https://other.example/"',
    ],
  ])('keep %s', (_, html, link) => {
    expect(article(html)).toContain(link)
  })
})
