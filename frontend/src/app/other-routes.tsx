import { type AppRoute, lazyScreen, RouteTable } from './route-table.tsx'

const notFound = lazyScreen(() => import('./not-found.tsx'))

/** The screens beside the library. They are a table of their own, which the dashboard does not load. */
const ROUTES: readonly AppRoute[] = [{ title: 'Page not found', access: 'public', screen: notFound }]

export default function OtherRoutes() {
  return <RouteTable routes={ROUTES} />
}
