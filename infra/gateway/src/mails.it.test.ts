import { randomUUID } from 'node:crypto'
import { headerOf, mailServer } from '@lectern/command-api/test-support/mail-server.ts'
import { duringTests, startReadParts } from '@lectern/stack/test-support/parts.ts'
import { expect, it } from 'vitest'
import { startGateway } from './test-support/gateway.ts'

const parts = duringTests(startReadParts)
const smtp = duringTests(() => mailServer())
const gateway = duringTests(() => startGateway(parts, { smtpUrl: smtp.url }))

const post = async (path: string, body: object) => {
  const { status, text, cookies } = await gateway.ask({ method: 'POST', path, body })
  return { status, text, cookies }
}

/** The last mail to an address with this subject. Its lines are as long as they were written. */
const mailTo = async (address: string, subject: string): Promise<string> => {
  const found = () =>
    smtp.received.findLast(({ to, source }) => to[0] === address && headerOf(source, 'subject') === subject)
  await expect.poll(found).toBeDefined()
  return found()?.source.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
}

it('a new account is welcomed, and a forgotten password is set anew by a mail', async () => {
  const name = `a${randomUUID().slice(0, 12)}`
  const email = `${name}@example.org`
  const password = 'the password of ann'
  const { status, cookies } = await post('/api/signup', { email, username: name, password })
  expect(status).toBe(201)
  const welcome = await mailTo(email, 'Welcome to Lectern')
  const unsubscribe = new RegExp(
    `<http://localhost(/api/unsubscribe\\?email=${name}%40example\\.org&token=[^>]+)>`,
  )
  const [, path = ''] = unsubscribe.exec(headerOf(welcome, 'list-unsubscribe') ?? '') ?? []
  const oneClick = headerOf(welcome, 'list-unsubscribe-post')
  expect(oneClick).toBe('List-Unsubscribe=One-Click')
  // A mail service posts it, without a cookie and without the headers of a browser.
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await gateway.ask({ method: 'POST', path, body: oneClick, headers })).status).toBe(200)
  expect((await gateway.ask({ method: 'GET', path })).status).toBe(303)

  expect((await post('/api/forgot-password', { email: email.toUpperCase() })).status).toBe(200)
  const reset = await mailTo(email, 'Set a new password for Lectern')
  const [, secret] = /http:\/\/localhost\/reset-password\?token=([\w-]+)/.exec(reset) ?? []
  const changed = await post('/api/reset-password', { token: secret, password: 'another passphrase' })
  expect(changed).toMatchObject({ status: 200, cookies: '' })

  const user = { method: 'GET', path: '/api/user' }
  await expect.poll(async () => (await gateway.ask(user, cookies)).status).toBe(401)
  expect((await post('/api/login', { email, password })).status).toBe(401)
  expect((await post('/api/login', { email, password: 'another passphrase' })).status).toBe(200)
  await mailTo(email, 'Your password for Lectern was changed')
})

it('a change of email is confirmed at both addresses', async () => {
  const name = `b${randomUUID().slice(0, 12)}`
  const [old, next] = [`${name}@example.org`, `${name}@example.net`]
  const password = 'the password of ben'
  const { cookies } = await post('/api/signup', { email: old, username: name, password })
  const body = { email: next, currentPassword: password }
  await gateway.ask({ method: 'POST', path: '/api/account/email', body }, cookies)
  const settings = async () =>
    JSON.parse((await gateway.ask({ method: 'GET', path: '/api/account' }, cookies)).text)
  expect(await settings()).toMatchObject({ emailChange: { email: next, oldConfirmed: false } })

  const answers: unknown[] = []
  for (const address of [next, old]) {
    const mail = await mailTo(address, 'Confirm the new email of your Lectern account')
    const [, token] = /\/confirm-email\?token=([\w-]+)/.exec(mail) ?? []
    answers.push(JSON.parse((await post('/api/account/confirm-email', { token })).text))
  }
  expect(answers).toEqual([{ changed: false }, { changed: true }])
  expect(await settings()).toMatchObject({ emailChange: null, sessions: [{ isThis: true }] })

  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const login = { method: 'POST', path: '/api/login', body: { email: next, password }, headers }
  expect((await gateway.ask(login)).status).toBe(200)
  const { sessions } = await settings()
  const [other, own] = sessions
  expect(other).toMatchObject({ device: 'Firefox on Linux', network: '127.0.0.0/24', isThis: false })
  expect(own).toMatchObject({ isThis: true })
  const end = { method: 'DELETE', path: `/api/account/sessions/${other.id}` }
  expect((await gateway.ask(end, cookies)).status).toBe(200)
  expect((await settings()).sessions).toEqual([own])
})
