import { type ComponentType, type ReactNode, useLayoutEffect } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { useSession } from '../data/session/use-session.tsx'
import { readEntry } from '../lib/navigation.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { FailedScreen } from './error-boundary.tsx'
import { Loading } from './loading.tsx'

type Params = { linkId?: string; importId?: string; token?: string }

export type AppRoute = {
  /** One expression for several paths keeps the screen mounted between them. Without a path, the route takes the rest. */
  path?: string | RegExp
  /** The document's title until the screen sets its own. Absent where the screen is a table of routes. */
  title?: string
  /**
   * visitors: redirects signed-in users to the dashboard. members: shows visitors the login screen at the same address.
   * users: redirects visitors to /login, which leads back.
   */
  access: 'public' | 'visitors' | 'members' | 'users'
  screen: { Component: ComponentType<Params> }
}

export const lazyScreen = (load: () => Promise<{ default: ComponentType<Params> }>) =>
  lazyPart(load, { loading: <Loading />, failed: retry => <FailedScreen onRetry={retry} /> })

const login = lazyScreen(() => import('../features/auth/login-screen.tsx'))

export const LOGIN = {
  path: /^\/(?:login|auth)?\/?$/,
  title: 'Sign in',
  access: 'visitors',
  screen: login,
} as const satisfies AppRoute

export const RouteTable = ({ routes }: { routes: readonly AppRoute[] }) => (
  <Switch>
    {routes.map(({ path, ...route }) => (
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
  // The query is kept, because the browser extension uses it. The page of plans asks for the way back in the address.
  if (route.access === 'visitors' && user)
    return (
      <Redirect
        to={
          readEntry().next ?? (search === 'next=pricing' ? '/pricing' : `/dashboard${search && `?${search}`}`)
        }
        replace
      />
    )
  if (route.access === 'users' && !user)
    return <Redirect to="/login" replace state={{ next: location.pathname + location.search }} />
  const { title, screen } = route.access === 'members' && !user ? LOGIN : route
  const shown = <screen.Component key={params.linkId} {...params} />
  if (title === undefined) return shown
  return (
    <Titled key={title} title={title}>
      {shown}
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
