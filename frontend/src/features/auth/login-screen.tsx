import { CircleHelp } from 'lucide-react'
import { Link } from 'wouter'
import { type EntryState, useEntry } from '../../lib/navigation.tsx'
import { AuthLayout } from '../../parts/auth-layout.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { LoginForm } from './login-form.tsx'

/** After the sign-in, the routes show the dashboard or the screen that was asked for. */
export default function LoginScreen() {
  const { pathname, search } = location
  const { isDeleted, next, email } = useEntry()
  const kept: EntryState = next?.startsWith('/invitation/')
    ? { toSave: next, ...(email !== undefined && { email }) }
    : /^\/(save|share)\b/.test(pathname)
      ? { toSave: pathname + search }
      : // The browser extension's. Whatever path it has, the dashboard opens its form.
        search.includes('save=')
        ? { toSave: `/dashboard${search}` }
        : {}
  return (
    <AuthLayout title="Sign in">
      <div className="mx-auto flex w-full max-w-[380px] flex-1 flex-col justify-center py-8">
        {isDeleted && (
          <div role="status" className="mb-8 rounded-card border border-line bg-surface px-4 py-3">
            <p className="font-medium">Your account is deleted.</p>
            <p className="mt-1 text-ink-2">
              Everything in it goes within minutes. Thank you for reading with us. Your email is free for a
              new account at any time.
            </p>
          </div>
        )}
        <h1 className="mb-5 text-title">Sign in</h1>
        <LoginForm />
        <p className="mt-1 mb-2.5 text-center text-ink-2">New here?</p>
        <Link href="/signup" state={kept} className={buttonClass('outline')}>
          Create an account
        </Link>
      </div>
      <footer className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 py-7 text-meta text-ink-2">
        <a
          href="/help"
          className="inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 hover:text-ink hover:underline"
        >
          <CircleHelp aria-hidden /> Help
        </a>
        <a
          href="/support"
          className="inline-flex min-h-8 items-center rounded-control px-2 hover:text-ink hover:underline"
        >
          Trouble signing in? Contact support
        </a>
      </footer>
    </AuthLayout>
  )
}
