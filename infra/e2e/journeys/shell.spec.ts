import type { Page } from '@playwright/test'
import { type Deployment, test } from '../src/deployment.ts'
import { expect, expectAccessible, saveLinks, servedByWorker } from '../src/journey.ts'

/** Runs in the page, which has the browser's own types. */
const LOSE_THE_SCRIPT = `(async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const key of await cache.keys()) if (/index-.*\\.js/.test(key.url)) await cache.delete(key)
  }
})()`
const DATABASES = 'indexedDB.databases().then(all => all.map(({ name }) => name).sort())'
const IS_GONE =
  'Promise.all([navigator.serviceWorker.getRegistration(), caches.keys()]).then(([found, names]) => !found && names.length === 0)'
const IS_AT_REST =
  'navigator.serviceWorker.getRegistration().then(found => !found.installing && !found.waiting)'
const sizeOfImage = (address: string) => `(async () => {
  const image = new Image()
  image.src = ${JSON.stringify(address)}
  await image.decode()
  return image.naturalWidth + 'x' + image.naturalHeight
})()`

/** Opens the dashboard, and waits until this version is stored and serves the page. */
const install = async (page: Page) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Add Link' }).first()).toBeVisible()
  await servedByWorker(page)
}

/** Asks for a new version, as an open tab does every hour. */
const checkForUpdate = (page: Page) =>
  page.evaluate('navigator.serviceWorker.getRegistration().then(found => found?.update()).then(() => {})')

const expectVersion = (page: Page, name: string) =>
  expect(page.locator(`meta[name=version][content=${name}]`)).toHaveCount(1)
const line = (page: Page) => page.getByText('A new version is ready')
const offline = (page: Page) => page.getByText('Offline', { exact: true })

const deployAndFind = async (deployment: Deployment, page: Page, name: string) => {
  await deployment.deploy(name)
  await checkForUpdate(page)
  await expect(line(page)).toBeVisible()
}

test('the app opens for its own screens without a network, and for nothing else', async ({
  signedIn: page,
  context,
  deployment,
}) => {
  await saveLinks(page.request, ['One'])
  await install(page)
  await page.close()
  await deployment.stop()
  await context.setOffline(true)
  const cold = await context.newPage()
  for (const path of ['/dashboard', '/notes', '/reader/1', '/share?text=https://many.localhost/a', '/']) {
    await cold.goto(path)
    await expect(offline(cold)).toBeVisible()
  }
  for (const path of ['/pay', '/api/user', '/pricing', '/nothing', '/sw.js', '/dashboard/more'])
    await expect(cold.goto(path), path).rejects.toThrow(/ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/)
  await deployment.start()
  await context.setOffline(false)
  await cold.goto('/dashboard')
  await expect(cold.getByRole('article', { name: 'One' })).toBeVisible()
})

test('a new version waits for a click, and then all tabs take it that are not in use', async ({
  signedIn: page,
  context,
  deployment,
}) => {
  await install(page)
  const [quiet, typed, asking] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await quiet.goto('/notes')
  await typed.goto('/dashboard')
  await typed.getByRole('searchbox').fill('ink')
  await asking.goto('/save')
  const form = asking.getByRole('dialog', { name: 'Add New Link' })
  await expect(form).toBeVisible()
  await deployAndFind(deployment, page, 'second')
  await expect(line(quiet)).toBeVisible()
  await expectAccessible(page)
  // The files of the open version are gone from the server, and the tab still has them.
  await page.getByRole('button', { name: 'Add Link' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Add New Link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('meta[name=version]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expectVersion(page, 'second')
  await expectVersion(quiet, 'second')
  await expect(typed.getByText('Lectern has a new version')).toBeVisible()
  await expect(typed.getByRole('searchbox')).toHaveValue('ink')
  await typed.getByRole('button', { name: 'Reload' }).click()
  await expectVersion(typed, 'second')
  await expect(asking.getByText('Lectern has a new version')).toBeVisible()
  await expect(form).toBeVisible()
})

test('a new version that is put off is there after the tabs are closed', async ({
  signedIn: page,
  deployment,
}) => {
  await install(page)
  await deployAndFind(deployment, page, 'second')
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(line(page)).toBeHidden()
  // The browser may still count the tab that was just left.
  await expect(async () => {
    await page.goto('about:blank')
    await page.goto('/dashboard')
    expect(await page.locator('meta[name=version]').count()).toBe(1)
  }).toPass()
})

test('a deployment that broke off leaves the version before at work', async ({
  signedIn: page,
  context,
  deployment,
}) => {
  await install(page)
  await deployment.deploy('second')
  await deployment.lose('theme.js')
  await checkForUpdate(page)
  await expect.poll(() => page.evaluate(IS_AT_REST)).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await expect(offline(page)).toBeVisible()
  await expect(page.locator('meta[name=version]')).toHaveCount(0)
})

test('a stored version that lacks a file gives way to the one on the server', async ({
  signedIn: page,
  deployment,
}) => {
  await saveLinks(page.request, ['One'])
  await install(page)
  await page.evaluate(LOSE_THE_SCRIPT)
  await deployment.deploy('second')
  // The browser ends an idle worker, and a new one looks at what is stored.
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await page.goto('/notes')
  await expectVersion(page, 'second')
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible()
})

test('an operator can switch the shell off, and what the device keeps stays', async ({
  signedIn: page,
  context,
  deployment,
}) => {
  await install(page)
  await page.evaluate('globalThis.isSamePage = true')
  const databases = () => page.evaluate<string[]>(DATABASES)
  // The dashboard keeps what was seen a little later.
  await expect
    .poll(databases)
    .toEqual(expect.arrayContaining(['lectern-device', expect.stringMatching(/^lectern-seen-/)]))
  const before = await databases()
  await deployment.switchShellOff()
  await checkForUpdate(page)
  await expect.poll(() => page.evaluate(IS_GONE)).toBe(true)
  expect(await databases()).toEqual(before)
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true)
  await expect(line(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add Link' }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(IS_GONE)).toBe(true)
  await context.setOffline(true)
  await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
})

test('waiting acts are sent without a tab once there is a connection', async ({
  signedIn: page,
  context,
  deployment,
}) => {
  await saveLinks(page.request, ['One'])
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { scopeURL, registrationId } of registrations)
        if (scopeURL.startsWith(deployment.url)) resolve(registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await install(page)
  await context.setOffline(true)
  await page.getByRole('article', { name: 'One' }).getByRole('button', { name: 'Favorite' }).click()
  await expect(page.getByText('1 change not sent yet')).toBeVisible()
  await page.goto('about:blank')
  await context.setOffline(false)
  const event = { origin: deployment.url, tag: 'lectern-outbox', lastChance: false }
  const registrationId = await registered
  const saved = async () => (await (await page.request.get('/api/links')).json()).links[0]
  // The tab that was just left may still lead. The browser fires the event again where the worker gave up.
  await expect(async () => {
    await session.send('ServiceWorker.dispatchSyncEvent', { ...event, registrationId })
    await expect.poll(saved, { timeout: 5_000 }).toMatchObject({ title: 'One', isFavorite: true })
  }).toPass()
})

test('the app can be installed', async ({ page }) => {
  await page.goto('/login')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(String(href))
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/dashboard', scope: '/' })
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const icons = [...manifest.icons, { src: touch, sizes: '180x180', type: 'image/png' }]
  for (const { src, sizes, type } of icons) {
    const file = await page.request.get(src)
    expect([src, file.status(), file.headers()['content-type']]).toEqual([src, 200, type])
    if (sizes !== 'any') expect([src, await page.evaluate(sizeOfImage(src))]).toEqual([src, sizes])
  }
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A window of Playwright is incognito, where nothing is installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
})
