import type { Appearance } from './stripe.ts'

/** The look of the card fields, from the tokens of the page's theme. */
export const appearanceNow = (): Appearance => {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const [ink, edge, danger, focus] = [token('ink'), token('edge'), token('danger'), token('marker-ink')]
  return {
    theme: root.dataset.theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: ink,
      colorBackground: token('surface'),
      colorText: ink,
      colorTextSecondary: token('ink-2'),
      colorTextPlaceholder: token('ink-3'),
      colorDanger: danger,
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '14px',
      borderRadius: '9px',
    },
    rules: {
      '.Label': { color: ink, fontWeight: '500' },
      '.Input': { border: `1px solid ${edge}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${edge}`, boxShadow: `0 0 0 2px ${focus}` },
      '.Input--invalid': { border: `1px solid ${danger}`, boxShadow: `0 0 0 1px ${danger}` },
    },
  }
}
