/** Fetches the dialog's code when the pointer or the focus comes near its button. */
export const preloadAddLink = (): void => void import('./add-link-flow.tsx').catch(() => undefined)
