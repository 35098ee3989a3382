import { randomUUID } from 'node:crypto'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { describe, expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { sharingOn, wordsFrom } from './test-support/sharing.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts))
const { aPublisher, read, addPicture, visit, untilShown } = sharingOn(gateway)

const anAddress = () => `https://example.com/${randomUUID()}`

describe('an article', () => {
  it('shows its first 300 words to everybody, without script, cookie or search engine', async () => {
    const { share, save } = await aPublisher()
    const url = anAddress()
    const linkId = await save(url)
    const source = 'https://cdn.example/picture.png'
    const hash = await read(
      url,
      `<p>First <img src="${source}" alt="A &lt;tree&gt;" />${wordsFrom('a', 299)} <b>${wordsFrom('b', 9)}</b></p>`,
    )
    const image = await addPicture(url, hash, source)
    const { path } = await share({ kind: 'article', linkId })
    expect(path).toMatch(/^\/s\/[\w-]{22}$/)
    await untilShown(path, 'a299')
    const page = await visit(path)
    expect(page.status).toBe(200)
    expect(page.cookies).toBe('')
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'/,
      ),
    })
    expect(page.text).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(page.text).not.toContain('<script')
    expect(page.text).toContain('<h1 dir="auto">A title</h1>')
    expect(page.text).toContain('Example · A. Writer · Feb 3, 2026')
    expect(page.text).toContain(`href="/share?url=${encodeURIComponent(url)}"`)
    expect(page.text).toContain(`<a href="${url}" rel="noopener noreferrer nofollow">Read on at Example</a>`)
    expect(page.text).not.toContain('b1')
    expect(page.text).toContain(`src="${path}/images/${image}" alt="A &lt;tree&gt;"`)
    const picture = await visit(`${path}/images/${image}`)
    expect([picture.status, picture.headers['content-type'], picture.text]).toEqual([
      200,
      'image/webp',
      `copy of ${source}`,
    ])
  })
})
