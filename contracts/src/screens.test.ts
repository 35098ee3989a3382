import { expect, test } from 'vitest'
import { screenAt } from './screens.ts'

test.each(['/', '/dashboard', '/dashboard/', '/reader/1', '/reader/-7', '/import/an-id', '/upgrade/success'])(
  'the shell shows %s',
  path => expect(screenAt(path)).toBe('app'),
)

test.each(['/pricing', '/help', '/help/', '/help/saving', '/terms'])('%s is a page of its own', path =>
  expect(screenAt(path)).toBe('page'),
)

test.each([
  ...['//', '/pay', '/pay/', '/api/links', '/api', '/sw.js', '/favicon.svg', '/assets/a.js'],
  ...['/nothing', '/reader', '/reader/1/2', '/dashboard/more', '/dashboardx', '/x/dashboard', '/livez'],
])('neither the shell nor a page answers "%s"', path => expect(screenAt(path)).toBe(undefined))
