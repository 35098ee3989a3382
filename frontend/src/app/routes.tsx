import { useSearch } from 'wouter'
import { type AppRoute, LOGIN, lazyScreen, RouteTable } from './route-table.tsx'

const signup = lazyScreen(() => import('../features/auth/signup-screen.tsx'))
const dashboard = lazyScreen(() => import('../features/library/dashboard-screen.tsx'))
const past = lazyScreen(() => import('../features/past/past-screen.tsx'))
const reader = lazyScreen(() => import('../features/reader/reader-screen.tsx'))
const notes = lazyScreen(() => import('../features/notes/notes-screen.tsx'))
const importScreen = lazyScreen(() => import('../features/import/import-screen.tsx'))
const others = lazyScreen(() => import('./other-routes.tsx'))

/** The library, or with `at` as it was at that moment. */
const library = {
  Component: () => (/(^|&)at\b/.test(useSearch()) ? <past.Component /> : <dashboard.Component />),
}

export const ROUTES: readonly AppRoute[] = [
  LOGIN,
  { path: '/signup', title: 'Create your account', access: 'public', screen: signup },
  {
    path: /^\/(?:dashboard|save|share|shared\/[^/]+\/[1-9]\d*)\/?$/,
    title: 'My Saved Links',
    access: 'members',
    screen: library,
  },
  { path: '/reader/:linkId', title: 'Reader', access: 'members', screen: reader },
  { path: '/notes', title: 'Notes', access: 'members', screen: notes },
  { path: '/import/:importId?', title: 'Import', access: 'users', screen: importScreen },
  { access: 'public', screen: others },
]

// Screen code loads while the session check is under way.
if (/^\/(dashboard|save|share|shared\/.*)?$/.test(location.pathname)) dashboard.preload()
if (location.pathname.startsWith('/reader/')) reader.preload()

export const Routes = () => <RouteTable routes={ROUTES} />
