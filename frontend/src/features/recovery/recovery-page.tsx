import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../data/session/use-session.tsx'
import { AuthLayout } from '../../parts/auth-layout.tsx'
import { buttonClass } from '../../ui/button.tsx'

type Props = { title: string; children: ReactNode }

/** One view of a recovery. Another title is another page: it takes the focus. */
export const RecoveryPage = ({ title, children }: Props) => {
  const { status } = useSession()
  return (
    <AuthLayout key={title} title={title}>
      <div className="mx-auto flex w-full max-w-[380px] flex-1 flex-col justify-center gap-4 py-8 pb-16">
        <h1 className="text-title">{title}</h1>
        {/* The screens are mounted anew once it is known who is signed in, which would lose what is typed. */}
        {status === 'loading' ? <p role="status">Loading…</p> : children}
      </div>
    </AuthLayout>
  )
}

export const Home = () => (
  <Link href="/" className={`${buttonClass('ink')} h-11`}>
    Go to Lectern
  </Link>
)
