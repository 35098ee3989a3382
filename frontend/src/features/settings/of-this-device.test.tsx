import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { anAccount } from '../../test-support/account.ts'
import { reloadApp, renderApp } from '../../test-support/render-app.tsx'
import { HttpResponse, http, server, withServer } from '../../test-support/server.ts'
import { aVoice, stubSynth } from '../../test-support/stub-synth.ts'

withServer()
afterEach(() => {
  // The screen lets go of the voices before they go.
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const region = async (name: string) => within(await screen.findByRole('region', { name }))

test('the index names each section, and an address opens at one', async () => {
  anAccount()
  renderApp('/settings#reading')
  const index = within(await screen.findByRole('navigation', { name: 'Sections' }))
  const titles = index.getAllByRole('link').map(link => link.textContent)
  expect(screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)).toEqual(titles)
  for (const link of index.getAllByRole('link')) {
    const heading = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    expect(heading?.textContent).toBe(link.textContent)
  }
  expect(titles.at(-1)).toBe('Delete account')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Reading'))
})

test('reading settings are those of the reader, saved at once', async () => {
  anAccount()
  const { unmount } = renderApp('/settings')
  const reading = await region('Reading')
  expect(reading.getByText('On this device')).toBeDefined()
  fireEvent.click(reading.getByRole('button', { name: 'Larger text' }))
  fireEvent.click(reading.getByRole('radio', { name: 'Sepia' }))
  expect(reading.getByText('Saved on this device')).toBeDefined()
  expect(reading.getByRole('figure').dataset.theme).toBe('sepia')
  unmount()
  reloadApp('/settings')
  const again = await region('Reading')
  expect(again.getByText('18 px')).toBeDefined()
  expect((again.getByRole('radio', { name: 'Sepia' }) as HTMLInputElement).checked).toBe(true)
})

test('a setting that is changed and changed back is still told as saved', async () => {
  anAccount()
  renderApp('/settings')
  const shortcuts = await region('Shortcuts')
  const box = shortcuts.getByRole('checkbox', { name: 'Use keyboard shortcuts on this device' })
  fireEvent.click(box)
  expect(localStorage.getItem('shortcuts')).toBe('off')
  fireEvent.click(box)
  expect(localStorage.getItem('shortcuts')).toBe('on')
  expect(shortcuts.getByText('Saved on this device')).toBeDefined()
})

test('a voice is chosen for each language of the browser, in all of its countries', async () => {
  anAccount()
  stubSynth([
    aVoice('en-GB', { voiceURI: 'daniel', name: 'Daniel' }),
    aVoice('en-US', { voiceURI: 'ava', name: 'Ava' }),
    aVoice('de-DE', { voiceURI: 'anna', name: 'Anna' }),
  ])
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'en', 'de-AT'])
  renderApp('/settings')
  const listening = await region('Listening')
  expect(listening.getAllByRole('combobox')).toHaveLength(2)
  fireEvent.change(listening.getByRole('combobox', { name: 'Voice for English' }), {
    target: { value: 'daniel' },
  })
  fireEvent.click(listening.getByRole('radio', { name: '1.25×' }))
  expect(JSON.parse(localStorage.getItem('speech') ?? '')).toMatchObject({
    rate: 1.25,
    voices: { en: 'daniel' },
  })
  expect(listening.getByText('Saved on this device')).toBeDefined()
})

test('a voice that an article of one country got before counts for its language', async () => {
  anAccount()
  stubSynth([aVoice('en-GB', { voiceURI: 'daniel', name: 'Daniel' }), aVoice('en-US', { voiceURI: 'ava' })])
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US'])
  localStorage.setItem('speech', '{"voices":{"en-GB":"daniel"}}')
  reloadApp('/settings')
  const choice = (await region('Listening')).getByRole('combobox') as HTMLSelectElement
  expect(choice.value).toBe('daniel')
})

test('data leads to the import, and offers a download once there are notes', async () => {
  anAccount()
  const { unmount } = renderApp('/settings')
  const data = await region('Data')
  await data.findByText('You have none yet. They can be downloaded here.')
  expect(data.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/import')
  expect(data.queryByRole('button', { name: 'Export as Markdown' })).toBeNull()
  unmount()
  server.use(
    http.get('*/api/notes/counts', () => HttpResponse.json({ all: 2, note: 1, highlight: 1, quote: 0 })),
  )
  renderApp('/settings')
  fireEvent.click(await (await region('Data')).findByRole('button', { name: 'Export as Markdown' }))
  const entry = await screen.findByRole('menuitem', { name: 'With private notes' })
  expect(entry.getAttribute('href')).toBe('/api/notes/export?private=true')
})

test('the bookmark that saves pages is there for a library with links, too', async () => {
  anAccount()
  renderApp('/settings')
  const bookmark = (await region('Data')).getByRole('link', { name: 'Save to Lectern' })
  expect(bookmark.getAttribute('href')).toMatch(/^javascript:.*\/share\?url=/)
})
