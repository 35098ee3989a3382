import { Redirect } from 'wouter'
import { type AppRoute, lazyScreen, RouteTable } from './route-table.tsx'

const forgotPassword = lazyScreen(() => import('../features/recovery/forgot-password-screen.tsx'))
const resetPassword = lazyScreen(() => import('../features/recovery/reset-password-screen.tsx'))
const confirmEmail = lazyScreen(() => import('../features/recovery/confirm-email-screen.tsx'))
const unsubscribe = lazyScreen(() => import('../features/recovery/unsubscribe-screen.tsx'))
const invitation = lazyScreen(() => import('../features/sharing/invitation-screen.tsx'))
const settings = lazyScreen(() => import('../features/settings/settings-screen.tsx'))
const operate = lazyScreen(() => import('../features/operate/operate-screen.tsx'))
const notFound = lazyScreen(() => import('./not-found.tsx'))
const history = lazyScreen(() => import('../features/history/history-screen.tsx'))
const deleted = lazyScreen(() => import('../features/history/deleted-screen.tsx'))
const upgrade = lazyScreen(() => import('../features/plans/upgrade-screen.tsx'))
const upgradeSuccess = lazyScreen(() => import('../features/plans/upgrade-success-screen.tsx'))
const welcome = lazyScreen(() => import('../features/plans/welcome-screen.tsx'))
const checkoutSuccess = lazyScreen(() => import('../features/plans/checkout-success-screen.tsx'))
const thankYou = lazyScreen(() => import('../features/plans/thank-you-screen.tsx'))
const webhookTest = lazyScreen(() => import('./webhook-test.tsx'))
const toSignup = { Component: () => <Redirect to="/signup" replace /> }

/** The screens beside the library. They are a table of their own, which the dashboard does not load. */
export const ROUTES: readonly AppRoute[] = [
  { path: '/forgot-password', title: 'Forgot your password?', access: 'public', screen: forgotPassword },
  { path: '/reset-password', title: 'Set a new password', access: 'public', screen: resetPassword },
  { path: '/confirm-email', title: 'Confirm your new email', access: 'public', screen: confirmEmail },
  { path: '/unsubscribe', title: 'Unsubscribe', access: 'public', screen: unsubscribe },
  { path: '/invitation/:token', title: 'Invitation', access: 'public', screen: invitation },
  { path: '/settings', title: 'Settings', access: 'members', screen: settings },
  { path: '/operate', title: 'Operate', access: 'members', screen: operate },
  { path: '/history', title: 'History', access: 'members', screen: history },
  { path: '/history/deleted', title: 'Recently deleted', access: 'members', screen: deleted },
  { path: '/upgrade', title: 'Upgrade', access: 'public', screen: upgrade },
  { path: '/upgrade/success', title: 'Your plan', access: 'public', screen: upgradeSuccess },
  { path: '/welcome', title: 'Welcome', access: 'public', screen: welcome },
  { path: '/checkout', access: 'public', screen: toSignup },
  { path: '/checkout/success', title: 'Payment', access: 'public', screen: checkoutSuccess },
  { path: '/thank-you', title: 'Thank you', access: 'public', screen: thankYou },
  { path: '/webhook-test', title: 'Webhook test', access: 'public', screen: webhookTest },
  { title: 'Page not found', access: 'public', screen: notFound },
]

export default function OtherRoutes() {
  return <RouteTable routes={ROUTES} />
}
