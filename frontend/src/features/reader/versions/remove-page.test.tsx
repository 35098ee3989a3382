import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test-support/render-app.tsx'
import {
  aContent,
  aLink,
  HttpResponse,
  http,
  library,
  refusal,
  server,
  withServer,
} from '../../../test-support/server.ts'

withServer()

const askForSitesPage = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Use the site’s page' }))
  return within(await screen.findByRole('dialog', { name: 'Use the site’s page' }))
}

test('a provided page is given up after a confirmation, and stays where the server refuses', async () => {
  let asked = 0
  server.use(
    http.get('*/api/links/1', () => HttpResponse.json(aLink())),
    http.get('*/api/links/1/content', () => HttpResponse.json(aContent({ isProvided: true }))),
    http.delete('*/api/links/1/page', () => {
      asked += 1
      return asked === 1 ? refusal(503, 'Briefly unavailable.') : HttpResponse.json({ id: 1 })
    }),
    ...library([aLink()]),
  )
  renderApp('/reader/1')
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click((await askForSitesPage()).getByRole('button', { name: 'Cancel' }))
  await gone()
  expect(asked).toBe(0)
  fireEvent.click((await askForSitesPage()).getByRole('button', { name: 'Use it' }))
  expect((await screen.findAllByText('The page could not be changed')).length).toBeGreaterThan(0)
  await gone()
  fireEvent.click((await askForSitesPage()).getByRole('button', { name: 'Use it' }))
  expect((await screen.findAllByText('The site’s page is shown')).length).toBeGreaterThan(0)
})
