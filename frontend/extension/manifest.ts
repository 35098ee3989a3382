export const BROWSERS = ['chromium', 'firefox'] as const
export type Browser = (typeof BROWSERS)[number]

const ICONS = Object.fromEntries([16, 32, 48, 128].map(size => [size, `icons/${size}.png`]))

/** No site may be read at install. activeTab gives the page that the person clicks on, and the server's address is asked for. */
const shared = (version: string) => ({
  manifest_version: 3,
  name: 'Save to Lectern',
  description: 'Saves the page you are on to your Lectern, with its text where only you can see it.',
  version,
  icons: ICONS,
  action: { default_title: 'Save to Lectern', default_icon: ICONS },
  permissions: ['activeTab', 'scripting', 'storage'],
  optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
  options_ui: { page: 'options.html', open_in_tab: true },
  commands: {
    _execute_action: { suggested_key: { default: 'Alt+Shift+S' }, description: 'Save the page to Lectern' },
  },
})

export const manifestFor = (browser: Browser, version: string) =>
  browser === 'chromium'
    ? {
        ...shared(version),
        minimum_chrome_version: '120',
        background: { service_worker: 'background.js', type: 'module' },
      }
    : {
        ...shared(version),
        background: { scripts: ['background.js'], type: 'module' },
        browser_specific_settings: {
          gecko: {
            id: 'save@lectern.example',
            strict_min_version: '142.0',
            // What a person saves goes to the server that they chose.
            data_collection_permissions: { required: ['browsingActivity', 'websiteContent'] },
          },
        },
      }
