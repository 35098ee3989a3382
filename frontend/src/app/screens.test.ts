import { APP_SCREENS, screenAt } from '@lectern/contracts/screens.ts'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { matchRoute, useRouter } from 'wouter'
import { ROUTES as OTHERS } from './other-routes.tsx'
import { ROUTES } from './routes.tsx'

const { parser } = renderHook(useRouter).result.current
/** The paths of both tables; the screens without one take the rest. */
const tables = [...ROUTES, ...OTHERS].flatMap(({ path }) => path ?? [])
const examples = APP_SCREENS.map(screen => screen.replace(/:\w+/g, '7'))
const isShownBy = (path: string | RegExp, example: string) => matchRoute(parser, path, example)[0]

test.each(examples)('the client has a screen for %s', example => {
  expect(tables.filter(path => isShownBy(path, example))).toHaveLength(1)
})

test.each(tables)('the list of screens knows %s', path => {
  const isListed = examples.some(example => isShownBy(path, example))
  expect(isListed || screenAt(String(path))).toBeTruthy()
})
