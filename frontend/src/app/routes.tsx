import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Redirect, Route, Switch, useSearch } from 'wouter'
import { useSession } from '../lib/session.ts'
import { Loading } from './loading.tsx'
import { NotFound } from './not-found.tsx'
import { preloadable } from './preloadable.tsx'

/** One route for both paths, so that closing the dialog of /save keeps the dashboard mounted. */
const DASHBOARD = /^\/(?:dashboard|save)\/?$/

const dashboard = preloadable(() => import('../features/library/dashboard-screen.tsx'))
const reader = preloadable(() => import('../features/reader/reader-screen.tsx'))

// Screen code loads while the session check is under way.
if (/^\/(dashboard|save)?$/.test(location.pathname)) dashboard.preload()
if (location.pathname.startsWith('/reader/')) reader.preload()

const Login = lazy(() => import('../features/auth/login-screen.tsx'))
const Signup = lazy(() => import('../features/auth/signup-screen.tsx'))
const Dashboard = dashboard.Component
const Reader = reader.Component

/** Shows visitors the login screen at the same address. After login they see the screen they asked for. */
const Protected = ({ children }: { children: ReactNode }) => {
  const { isLoading, isAuthenticated } = useSession()
  if (isLoading) return <Loading />
  return isAuthenticated ? children : <Login />
}

/** Redirects signed-in users to the dashboard and keeps the query, which the browser extension uses. */
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
