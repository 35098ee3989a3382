import { InvitationAnswer, MembershipAnswer } from '@lectern/contracts/api/sharing.ts'
import { queryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { idIn, sharedPath } from '../../data/id.ts'
import { useSession } from '../../data/session/use-session.tsx'
import { usePublicQuery } from '../../data/use-public-query.ts'
import { ApiError, getJson, messageOf, sendOk } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { useNavigate } from '../../lib/navigation.tsx'
import { AuthLayout } from '../../parts/auth-layout.tsx'
import { Dot } from '../../parts/dot.tsx'
import { ROLE_WORDS } from '../../parts/sharing/roles.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const NO_ANSWER = 'There was no answer. Please check your connection and try again.'

const pathOf = (token: string, rest = '') => `/api/invitations/${encodeURIComponent(token)}${rest}`

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => getJson(pathOf(token), InvitationAnswer, { signal }),
  })

/** /invitation/:token: whose collection it is and what one may do there, signing in, and accepting. */
export default function InvitationScreen({ token = '' }: { token?: string }) {
  const { status, user } = useSession()
  const { data: invitation, error, refetch } = usePublicQuery(invitationQuery(token))
  if (error) return <Over error={error} token={token} onRetry={() => void refetch()} />
  if (!invitation || status === 'loading')
    return (
      <Page title="Invitation">
        <Skeleton className="h-20" />
      </Page>
    )
  const { collection, owner, role, email, expiresAt } = invitation
  const { name: roleName, can } = ROLE_WORDS[role]
  return (
    <Page title={`${owner} shares a collection with you`}>
      <p className="flex items-center gap-1.5 rounded-card border border-line bg-surface px-4 py-3">
        <Dot color={collection.color} />
        <span dir="auto" className="min-w-0 font-serif text-card font-[550] wrap-anywhere">
          {collection.name}
        </span>
      </p>
      <p className="text-ink-2">
        You join as {/^[aeiou]/i.test(roleName) ? 'an' : 'a'} {roleName.toLowerCase()}: you can {can}. The
        invitation is valid until {formatDate(expiresAt)}
        {email === null ? (
          '.'
        ) : (
          <>
            {' '}
            and is for <b className="font-medium wrap-anywhere">{email}</b>.
          </>
        )}
      </p>
      {user ? <Accept token={token} as={user.email} /> : <SignIn email={email} />}
    </Page>
  )
}

const Page = ({ title, children }: { title: string; children: ReactNode }) => (
  <AuthLayout key={title} title={title}>
    <div className="mx-auto flex w-full max-w-[420px] flex-1 flex-col justify-center gap-4 py-8 pb-16">
      <h1 dir="auto" className="text-title wrap-anywhere">
        {title}
      </h1>
      {children}
    </div>
  </AuthLayout>
)

/** Both ways come back here. */
const SignIn = ({ email }: { email: string | null }) => {
  const here = location.pathname
  return (
    <>
      <Link
        href="/login"
        state={{ next: here, ...(email !== null && { email }) }}
        className={`${buttonClass('ink')} h-11`}
      >
        Sign in
      </Link>
      <Link
        href="/signup"
        state={{ toSave: here, ...(email !== null && { email }) }}
        className={`${buttonClass('outline')} h-11`}
      >
        Create an account
      </Link>
    </>
  )
}

type AcceptProps = { token: string; as: string; label?: string }

const Accept = ({ token, as, label = 'Accept' }: AcceptProps) => {
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const accept = async () => {
    setAsking(true)
    setProblem('')
    try {
      const answer = await sendOk({ method: 'POST', path: pathOf(token, '/accept') })
      const { libraryId, collectionId } = MembershipAnswer.parse(await answer.json())
      navigate(sharedPath(idIn(libraryId, collectionId)), { replace: true })
    } catch (error) {
      setProblem(messageOf(error, NO_ANSWER))
      setAsking(false)
    }
  }
  return (
    <>
      <Button look="ink" className="h-11" disabled={isAsking} onClick={() => void accept()}>
        {isAsking ? 'Accepting...' : label}
      </Button>
      <p className="text-meta text-ink-3">
        You are signed in as <span className="wrap-anywhere">{as}</span>.
      </p>
      <p role="alert" className="text-meta text-danger empty:hidden">
        {problem}
      </p>
    </>
  )
}

type OverProps = { error: Error; token: string; onRetry: () => void }

/** It was used, has expired, was withdrawn or never was. Who has used it may go on to the collection. */
const Over = ({ error, token, onRetry }: OverProps) => {
  const isOver = error instanceof ApiError && [404, 410].includes(error.status) && !error.isPage
  const { user } = useSession()
  return (
    <Page title={isOver ? 'This invitation is over' : 'The invitation could not be loaded'}>
      <p role="alert" className="text-ink-2">
        {messageOf(error, NO_ANSWER)}
      </p>
      {!isOver && (
        <Button look="ink" className="h-11" onClick={onRetry}>
          Try again
        </Button>
      )}
      {isOver && error.details.isUsed && user && (
        <Accept token={token} as={user.email} label="I have accepted it: open it" />
      )}
      {isOver && (
        <Link href="/" className={`${buttonClass('outline')} h-11`}>
          Go to Lectern
        </Link>
      )}
    </Page>
  )
}
