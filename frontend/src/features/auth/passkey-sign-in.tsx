import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast/use-toast.ts'
import { usePasskeySignIn } from './api.ts'
import { Problem } from './problem.tsx'

const REFUSED = 'The passkey could not be used. Please try again, or sign in with your password.'
/** The server takes what it was asked for within 5 minutes. */
const RENEW_MS = 240_000

/** Signs in by a passkey: by a button, and in the list that the browser shows at the login field. */
export default function PasskeySignIn() {
  const { choose, signIn } = usePasskeySignIn()
  const toast = useToast()
  const [problem, setProblem] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  /** Counts how often the list was begun. */
  const [round, setRound] = useState(0)
  const beginList = () => setRound(n => n + 1)
  const open = async (credential: unknown) => {
    setProblem(undefined)
    await signIn(credential)
    toast({ title: 'Welcome back!' })
  }
  const fail = (error: unknown) => {
    setProblem(error instanceof Error && error.message !== '' ? error.message : REFUSED)
    beginList()
  }

  const askInList = useEffectEvent(async (page: AbortSignal) => {
    const credential = await choose(true, page)
    if (credential !== undefined && !page.aborted) await open(credential).catch(fail)
  })
  const renew = useEffectEvent(() => {
    // A new question would close the dialog of the button, which begins the list anew itself.
    if (!isAsking) beginList()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    const page = new AbortController()
    const renewing = setTimeout(renew, RENEW_MS)
    void askInList(page.signal)
    return () => {
      clearTimeout(renewing)
      page.abort()
    }
  }, [round])

  const askAtOnce = async () => {
    setAsking(true)
    try {
      const credential = await choose(false)
      if (credential === undefined) beginList()
      else await open(credential)
    } catch (error) {
      fail(error)
    }
    setAsking(false)
  }
  return (
    <div className="mb-4">
      <Button className="h-11 w-full" onClick={askAtOnce} disabled={isAsking}>
        Use a passkey
      </Button>
      {problem && (
        <div role="alert" className="mt-2 text-meta text-danger">
          <Problem title="Sign in failed" text={problem} />
        </div>
      )}
      <p className="mt-4 text-center text-meta text-ink-2">or with your password</p>
    </div>
  )
}
