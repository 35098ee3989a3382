// This script blocks on purpose: it sets the theme before the first paint. Keep it equal to current() in src/lib/theme.ts.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // The browser may forbid storage; the system's preference then decides.
  }
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
