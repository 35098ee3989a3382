/**
 * false: whoever runs this Lectern gives each account all, and sells nothing. The gateway says so in the document, and the styles hide
 * links to /pricing there.
 */
export const HAS_PLANS = typeof document === 'undefined' || document.documentElement.dataset.plans !== 'none'
