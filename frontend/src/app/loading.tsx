import { Logo } from '../ui/logo.tsx'

/** Shown while the session or a screen's code loads. It appears after 250 ms, so that fast loads do not flicker. */
export const Loading = () => (
  <main className="grid min-h-dvh animate-[fade_200ms_ease-out_250ms_backwards] place-content-center justify-items-center gap-3">
    <Logo />
    <span
      aria-hidden
      className="size-5 animate-spin rounded-full border-2 border-line-2 border-t-ink motion-reduce:hidden"
    />
    <p role="status" className="text-ink-2">
      Loading…
    </p>
  </main>
)
