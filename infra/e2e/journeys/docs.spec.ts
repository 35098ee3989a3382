import { expect, saveLink, test } from '../src/journey.ts'

test('examples of the documentation run with the session, and change nothing unless that is allowed', async ({
  signedIn: page,
}) => {
  await saveLink(page.request, 'https://example.com/docs', 'From the docs')
  const answer = await page.goto('/docs')
  const policy = answer?.headers()['content-security-policy']
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe|https:|blob:/)

  const list = page.getByRole('region', { name: 'List and search links' })
  await list.getByText('Example and fields').click()
  await expect(list.getByText(/^curl /)).toContainText('/api/links?limit=20&sort=newest')
  await list.getByRole('button', { name: 'Send' }).click()
  await expect(list.getByRole('status')).toContainText('200')
  await expect(list.getByRole('status')).toContainText('"title": "From the docs"')

  const remove = page.getByRole('region', { name: 'Delete a link Needs write' })
  await remove.getByText('Example and fields').click()
  await remove.getByRole('button', { name: 'Send' }).click()
  await expect(remove.getByRole('status')).toContainText('This changes your library.')
  await page.getByLabel('Let examples change my library').check()
  await remove.getByRole('button', { name: 'Send' }).click()
  await expect(remove.getByRole('status')).toContainText('200')
  await list.getByRole('button', { name: 'Send' }).click()
  await expect(list.getByRole('status')).toContainText('"total": 0')

  await page.getByLabel('Token').fill('lect_none')
  await list.getByRole('button', { name: 'Send' }).click()
  await expect(list.getByRole('status')).toContainText('This token is not valid.')
  await page.setViewportSize({ width: 390, height: 844 })
})
