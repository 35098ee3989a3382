import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './src/chromium.ts'

/** Chromium without its window is a quarter faster. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Journeys run in Debian's Chromium against a real stack, which src/global-setup.ts starts once per run. */
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './src/global-setup.ts',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  // Long limits suit a busy machine. They cost time only when a test fails.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Playwright's routes do not see what a service worker answers. The journeys of the shell allow it.
    serviceWorkers: 'block',
    // A trace takes a third of the time. `TRACE=true make e2e` keeps one of each test that fails.
    trace: process.env.TRACE === 'true' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      timeout: 120_000,
      executablePath: process.env.CHROMIUM ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        // Letters are as wide as in a window. The headless shell would round their widths.
        '--font-render-hinting=none',
      ],
    },
  },
})
