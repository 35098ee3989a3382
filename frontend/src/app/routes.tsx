import { type ComponentType, type ReactNode, useLayoutEffect } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { useSession } from '../data/session/use-session.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { FailedScreen } from './error-boundary.tsx'
import { Loading } from './loading.tsx'

type Params = { linkId?: string; importId?: string }

type AppRoute = {
  /** One expression for several paths keeps the screen mounted between them. Without a path, the route takes the rest. */
  path?: string | RegExp
  /** The document's title until the screen sets its own. */
  title: string
  /**
   * visitors: redirects signed-in users to the dashboard. members: shows visitors the login screen at the same address.
   * users: redirects visitors to /login.
   */
  access: 'public' | 'visitors' | 'members' | 'users'
  screen: { Component: ComponentType<Params> }
}

const lazyScreen = (load: () => Promise<{ default: ComponentType<Params> }>) =>
  lazyPart(load, { loading: <Loading />, failed: retry => <FailedScreen onRetry={retry} /> })

const login = lazyScreen(() => import('../features/auth/login-screen.tsx'))
const signup = lazyScreen(() => import('../features/auth/signup-screen.tsx'))
const dashboard = lazyScreen(() => import('../features/library/dashboard-screen.tsx'))
const reader = lazyScreen(() => import('../features/reader/reader-screen.tsx'))
const notes = lazyScreen(() => import('../features/notes/notes-screen.tsx'))
const importScreen = lazyScreen(() => import('../features/import/import-screen.tsx'))
const notFound = lazyScreen(() => import('./not-found.tsx'))

const LOGIN: AppRoute = {
  path: /^\/(?:login|auth)?\/?$/,
  title: 'Sign in',
  access: 'visitors',
  screen: login,
}

const ROUTES: readonly AppRoute[] = [
  LOGIN,
  { path: '/signup', title: 'Create your account', access: 'public', screen: signup },
  { path: /^\/(?:dashboard|save|share)\/?$/, title: 'My Saved Links', access: 'members', screen: dashboard },
  { path: '/reader/:linkId', title: 'Reader', access: 'members', screen: reader },
  { path: '/notes', title: 'Notes', access: 'members', screen: notes },
  { path: '/import/:importId?', title: 'Import', access: 'users', screen: importScreen },
  { title: 'Page not found', access: 'public', screen: notFound },
]

// Screen code loads while the session check is under way.
if (/^\/(dashboard|save|share)?$/.test(location.pathname)) dashboard.preload()
if (location.pathname.startsWith('/reader/')) reader.preload()

export const Routes = () => (
  <Switch>
    {ROUTES.map(({ path, ...route }) => (
      <Route key={String(path)} {...(path && { path })}>
        {(params: Params) => <Guarded route={route} params={params} />}
      </Route>
    ))}
  </Switch>
)

type GuardedProps = { route: Omit<AppRoute, 'path'>; params: Params }

const Guarded = ({ route, params }: GuardedProps) => {
  const { status, user } = useSession()
  const search = useSearch()
  if (route.access !== 'public' && status === 'loading') return <Loading />
  // The query is kept, because the browser extension uses it.
  if (route.access === 'visitors' && user)
    return <Redirect to={`/dashboard${search && `?${search}`}`} replace />
  if (route.access === 'users' && !user) return <Redirect to="/login" replace />
  const { title, screen } = route.access === 'members' && !user ? LOGIN : route
  return (
    <Titled key={title} title={title}>
      <screen.Component key={params.linkId} {...params} />
    </Titled>
  )
}

/** Sets the title in a layout effect, so that a title of the screen, which sets it in an effect, comes later. */
const Titled = ({ title, children }: { title: string; children: ReactNode }) => {
  useLayoutEffect(() => {
    document.title = `${title} · Lectern`
  }, [title])
  return children
}
