import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { useSession } from '../lib/session.ts'
import { Loading } from './loading.tsx'
import { NotFound } from './not-found.tsx'
import { preloadable } from './preloadable.tsx'

/** Both show the dashboard, so that closing the dialog of /save keeps it. */
const DASHBOARD = /^\/(?:dashboard|save)\/?$/

const dashboard = preloadable(() => import('../features/library/dashboard-screen.tsx'))
const reader = preloadable(() => import('../features/reader/reader-screen.tsx'))

// A screen's code comes while the session is still being checked.
if (/^\/(dashboard|save)?$/.test(location.pathname)) dashboard.preload()
if (location.pathname.startsWith('/reader/')) reader.preload()

const Login = lazy(() => import('../features/auth/login-screen.tsx'))
const Signup = lazy(() => import('../features/auth/signup-screen.tsx'))
const Dashboard = dashboard.Component
const Reader = reader.Component

/** Visitors get the login screen in place; once signed in they are where they wanted to be. */
const Protected = ({ children }: { children: ReactNode }) => {
  const { isLoading, isAuthenticated } = useSession()
  if (isLoading) return <Loading />
  return isAuthenticated ? children : <Login />
}

/** Signed-in visitors have nothing to do here; a query (the extension's) goes with them. */
const VisitorsOnly = ({ screen: Screen }: { screen: ComponentType }) => {
  const { isLoading, isAuthenticated } = useSession()
  const search = useSearch()
  if (isLoading) return <Loading />
  return isAuthenticated ? <Redirect to={`/dashboard${search && `?${search}`}`} replace /> : <Screen />
}

export const Routes = () => (
  <Suspense fallback={<Loading />}>
    <Switch>
      {['/', '/login', '/auth'].map(path => (
        <Route key={path} path={path}>
          <VisitorsOnly screen={Login} />
        </Route>
      ))}
      <Route path="/signup" component={Signup} />
      <Route path={DASHBOARD}>
        <Protected>
          <Dashboard />
        </Protected>
      </Route>
      <Route path="/reader/:linkId">
        {({ linkId }) => (
          <Protected>
            <Reader key={linkId} linkId={linkId} />
          </Protected>
        )}
      </Route>
      <Route component={NotFound} />
    </Switch>
  </Suspense>
)
