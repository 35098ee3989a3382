import type * as Sources from '@lectern/contracts/import-sources.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../test-support/render-app.tsx'
import { library, server, withServer } from '../../test-support/server.ts'

withServer()

vi.mock('@lectern/contracts/import-sources.ts', async importOriginal => {
  const original = await importOriginal<typeof Sources>()
  const { karakeep } = original.IMPORT_SOURCES
  return {
    ...original,
    IMPORT_SOURCES: { ...original.IMPORT_SOURCES, karakeep: { ...karakeep, badge: 'soon' } },
  }
})

test('a source that comes soon cannot be chosen, and a panel offers Pocket', async () => {
  server.use(...library([]))
  renderApp('/import')
  const soon = await screen.findByRole<HTMLInputElement>('radio', { name: 'Karakeep' })
  expect(soon.disabled).toBe(true)
  expect(soon.closest('label')?.textContent).toContain('Soon')
  expect(screen.getByText('Lectern does not read files of Karakeep yet.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Try Pocket Import' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Pocket' }).checked).toBe(true)
})
