import { randomUUID } from 'node:crypto'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'
import { sharingOn, wordsFrom } from './test-support/sharing.ts'

const parts = duringTests(startReadParts)
const gateway = duringTests(() => startGateway(parts, { rateLimits: true }))
const { aPublisher, read, addPicture, visit, typePassword } = sharingOn(gateway)

const PASSWORD = 'heather & rain'
const SOURCE = 'https://cdn.example/picture.png'

/** An article of 400 words that a password opens. */
const aSecret = async () => {
  const publisher = await aPublisher()
  const url = `https://example.com/${randomUUID()}`
  const linkId = await publisher.save(url)
  const hash = await read(url, `<p>${wordsFrom('a', 400)} <img src="${SOURCE}" alt="" /></p>`)
  const image = await addPicture(url, hash, SOURCE)
  const made = await publisher.share({ kind: 'article', linkId, fullText: true, password: PASSWORD })
  return { ...publisher, ...made, image }
}

it('a password leads to an address that shows the full text with its pictures for an hour', async () => {
  const { path, image } = await aSecret()
  const asked = await visit(path)
  expect([asked.status, asked.text.includes('type="password"'), asked.text.includes('a1')]).toEqual([
    ...[200, true, false],
  ])
  expect((await visit(`${path}/images/${image}`)).status).toBe(404)
  const opened = await typePassword(path, PASSWORD, { 'sec-fetch-site': 'same-origin' })
  expect([opened.status, opened.cookies]).toEqual([303, ''])
  const address = String(opened.headers.location)
  expect(address).toMatch(new RegExp(`^${path}\\?until=\\d+&key=[\\w-]{43}$`))
  await expect.poll(async () => (await visit(address)).text).toContain('a400')
  const page = await visit(address)
  expect([page.headers['cache-control'], page.cookies]).toEqual(['no-store', ''])
  const [, picture = ''] = /<img src="([^"]+)"/.exec(page.text) ?? []
  expect((await visit(picture.replaceAll('&amp;', '&'))).text).toBe(`copy of ${SOURCE}`)
  // A form of an earlier hour, of another public link, or of nobody.
  const other = await aSecret()
  const until = (address.match(/until=(\d+)/)?.[1] ?? '') as string
  for (const wrong of [
    address.replace(until, String(Number(until) - 3_600)),
    address.replace(path, other.path),
    `${address}A`,
    `${path}?until=${until}`,
  ])
    expect((await visit(wrong)).text).toContain('type="password"')
})

it('the form needs no origin, since it reads no cookie', async () => {
  const { path } = await aSecret()
  for (const headers of [{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, {}])
    expect((await typePassword(path, PASSWORD, headers)).status).toBe(303)
})

it('a page without a password asks for none', async () => {
  const publisher = await aPublisher()
  const linkId = await publisher.save(`https://example.com/${randomUUID()}`)
  const { path } = await publisher.share({ kind: 'article', linkId })
  const answer = await typePassword(path, 'anything')
  expect([answer.status, answer.headers.location]).toEqual([303, path])
})

it('a password can be tried 5 times in 15 minutes for one public link', async () => {
  const { path } = await aSecret()
  const other = await aSecret()
  expect((await typePassword(path, PASSWORD)).status).toBe(303)
  for (let n = 1; n <= 5; n += 1) {
    const wrong = await typePassword(path, `wrong ${n}`)
    expect([wrong.status, wrong.text.includes('This is not the password.')]).toEqual([403, true])
  }
  const refused = await typePassword(path, PASSWORD)
  expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  expect(refused.text).toContain('Please try again in 15 minutes.')
  expect((await typePassword(other.path, PASSWORD)).status).toBe(303)
})

it('a form without a password, or of another kind, opens nothing', async () => {
  const { path } = await aSecret()
  const post = (body: unknown, type: string) =>
    gateway.ask({ method: 'POST', path, body, headers: { 'content-type': type } })
  const form = 'application/x-www-form-urlencoded'
  expect((await post('', form)).status).toBe(403)
  expect((await post(`password=${PASSWORD}&password=${PASSWORD}`, form)).status).toBe(403)
  expect((await post({ password: { $ne: '' } }, 'application/json')).status).toBe(403)
  expect((await post('password', 'text/plain')).status).toBe(415)
  expect((await post(`password=${'x'.repeat(20_000)}`, form)).status).toBe(413)
})

it('withdrawing ends signed addresses, too', async () => {
  const { ask, id, path } = await aSecret()
  const address = String((await typePassword(path, PASSWORD)).headers.location)
  await expect.poll(async () => (await visit(address)).text).toContain('a400')
  await ask('DELETE', `/api/shares/${id}`)
  expect((await visit(address)).status).toBe(410)
  expect((await typePassword(path, PASSWORD)).status).toBe(410)
  expect((await typePassword('/s/none', PASSWORD)).status).toBe(404)
})

it('a renewed one keeps its password', async () => {
  const { ask, id } = await aSecret()
  const { url } = (await ask<{ url: string }>('POST', `/api/shares/${id}/renew`)).body
  expect((await typePassword(new URL(url).pathname, PASSWORD)).status).toBe(303)
})

it('strangers ask for a bounded number of pages a minute', async () => {
  const answers: number[] = []
  for (let n = 0; n < 130; n += 1) answers.push((await visit(`/s/${n}`)).status)
  expect(answers.filter(status => status === 429).length).toBeGreaterThanOrEqual(10)
  expect(answers[0]).not.toBe(500)
})
