import { expect, test } from 'vitest'
import { paint } from './theme.ts'

test('the address bar gets the paper colour of the page', () => {
  document.head.innerHTML = '<meta name="theme-color" content="#ffffff" />'
  document.documentElement.style.setProperty('--paper', '#123456')
  paint('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(document.querySelector('meta')?.content).toBe('#123456')
})
