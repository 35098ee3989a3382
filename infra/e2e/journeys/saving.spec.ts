import { expect, refuse, saveLink, saveLinks, site, test } from '../src/journey.ts'

test.beforeEach(({ signedIn: page }) => page.goto('/dashboard'))

test('a link saved from the dashboard is extracted by a worker and opens in the reader', async ({
  signedIn: page,
}) => {
  await page.getByRole('banner').getByRole('button', { name: 'Add Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await dialog.getByLabel('URL').fill(site('/a/Growing-tomatoes-on-a-balcony'))
  await dialog.getByLabel('Title').fill('Growing tomatoes')
  await dialog.getByLabel('Note (Optional)').fill('Soak the roots.')
  await dialog.getByLabel('Tags (Optional)').fill('garden, balcony,, summer , herbs')
  await expect(dialog.getByText('Separate tags with commas')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Link' }).click()

  await expect(page.getByText('Link saved successfully!', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  const card = page.getByRole('article', { name: 'Growing tomatoes' })
  await expect(card).toBeVisible()
  await expect(card.getByText('Soak the roots.')).toBeVisible()
  await expect(card.getByText('#garden')).toBeVisible()
  await expect(card.getByText('+1')).toBeVisible()
  await expect(card.getByText(/\d+ min/)).toBeVisible()

  await card.getByRole('link', { name: 'Growing tomatoes' }).click()
  await expect(page).toHaveURL(/\/reader\/\d+/)
  await expect(page.getByText('A tomato grown on a balcony asks for three things').first()).toBeVisible()
  await expect(page.getByText('Mina Verde')).toBeVisible()
  await expect(page.getByText('Jun 29, 2026')).toBeVisible()
})

test('the form shows errors and saves nothing', async ({ signedIn: page }) => {
  await page.getByRole('banner').getByRole('button', { name: 'Add Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await dialog.getByLabel('URL').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Save Link' }).click()
  await expect(dialog.getByText('Please enter a valid URL')).toBeVisible()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill('x'.repeat(201))
  await dialog.getByLabel('Note (Optional)').fill('x'.repeat(501))
  await dialog.getByRole('button', { name: 'Save Link' }).click()
  await expect(dialog.getByText('Title is too long')).toBeVisible()
  await expect(dialog.getByText('Note is too long')).toBeVisible()
  expect(await (await page.request.get('/api/links')).json()).toMatchObject({ links: [], total: 0 })
})

test('a refused save shows a toast and keeps the values, and the retry saves one link', async ({
  signedIn: page,
}) => {
  await page.getByRole('banner').getByRole('button', { name: 'Add Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await dialog.getByLabel('URL').fill(site('/a/Once'))
  await dialog.getByLabel('Title').fill('Once')
  await dialog.getByLabel('Tags (Optional)').fill('t'.repeat(101))
  const save = dialog.getByRole('button', { name: 'Save Link' })
  await save.click()
  await expect(dialog.getByText('A tag is too long, or there are too many')).toBeVisible()
  await dialog.getByLabel('Tags (Optional)').fill('kept')
  await refuse(page, '**/api/links', 'POST')
  await save.click()
  await expect(page.getByText('Something went wrong.', { exact: true })).toHaveCount(2)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(dialog.getByLabel('Title')).toHaveValue('Once')
  await expect(dialog.getByLabel('Tags (Optional)')).toHaveValue('kept')
  await page.unroute('**/api/links')
  await save.click()
  await expect(page.getByText('Link saved successfully!', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test.describe('a duplicate link', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await saveLink(page.request, site('/a/Known'), 'The known one')
    await page.goto('/dashboard')
    await page.getByRole('banner').getByRole('button', { name: 'Add Link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Link' })
    await dialog.getByLabel('URL').fill(`${site('/a/Known')}/?utm_source=mail#top`)
    await dialog.getByLabel('Title').fill('The same again')
    await dialog.getByRole('button', { name: 'Save Link' }).click()
  })

  test('Keep Existing saves no duplicate', async ({ signedIn: page }) => {
    const dialog = page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog', { name: 'Duplicate Link Detected' }))
      .first()
    await expect(dialog.getByText('The known one')).toBeVisible()
    await expect(dialog.getByText('The same again')).toBeVisible()
    await expect(dialog.getByText(/Added on \w{3} \d+, \d{4}/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep Existing' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await (await page.request.get('/api/links')).json()).total).toBe(1)
  })

  test('Add Anyway saves the duplicate', async ({ signedIn: page }) => {
    await page.getByRole('button', { name: 'Add Anyway' }).click()
    await expect(page.getByText('Link saved successfully!', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
  })
})

test('the extension fills in the form and saves nothing', async ({ signedIn: page }) => {
  const url = site('/a/From-the-extension?q=%2526')
  await page.goto(
    `/dashboard?save=${encodeURIComponent(url)}&title=From%20the%20extension&source=chrome_extension`,
  )
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await expect(dialog.getByLabel('URL')).toHaveValue(url)
  await expect(dialog.getByLabel('Title')).toHaveValue('From the extension')
  expect((await (await page.request.get('/api/links')).json()).total).toBe(0)
})

test('/save is the dashboard with the form open', async ({ signedIn: page }) => {
  await page.goto('/save')
  await expect(page.getByRole('dialog', { name: 'Add New Link' })).toBeVisible()
})

test('the free plan offers the lifetime plans at 500 links', async ({ signedIn: page }) => {
  await saveLinks(
    page.request,
    Array.from({ length: 500 }, (_, n) => `Link ${n}`),
  )
  await page.goto('/dashboard')
  await expect(page.getByText(/500.*500/).first()).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Add Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Link' })
  await dialog.getByLabel('URL').fill('https://many.localhost/one-more')
  await dialog.getByLabel('Title').fill('One more')
  await dialog.getByRole('button', { name: 'Save Link' }).click()
  await expect(page.getByText("You've reached your limit!")).toBeVisible()
  await expect(
    page.getByText(
      "You've saved 500 articles on the free plan. Choose from our lifetime plans to continue saving articles.",
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await (await page.request.get('/api/counts')).json()).used).toBe(500)
})
