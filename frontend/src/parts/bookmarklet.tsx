import { Bookmark } from 'lucide-react'
import { useCallback } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { useToast } from '../ui/toast/use-toast.ts'

/** Opens Add Link with the address and the title of the page that it is used on. A page's title may be of any length. */
const scriptFor = (origin: string): string =>
  `javascript:void open(${JSON.stringify(`${origin}/share?url=`)}+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title.slice(0,300)))`

/** A link to drag to the browser's bookmarks bar. */
export const BookmarkletLink = () => {
  const toast = useToast()
  // React refuses javascript: addresses in href, which is right everywhere but here.
  const ref = useCallback((link: HTMLAnchorElement | null) => {
    link?.setAttribute('href', scriptFor(location.origin))
  }, [])
  return (
    <a
      ref={ref}
      href="/dashboard"
      className={buttonClass('outline')}
      onClick={event => {
        event.preventDefault()
        toast({
          title: 'Drag it to your bookmarks bar',
          description: 'A click on it there saves the page you are on.',
        })
      }}
    >
      <Bookmark aria-hidden />
      Save to Lectern
    </a>
  )
}

/** The link with a sentence, for an empty library. */
export default function Bookmarklet() {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-ink-2">
      To save from any page, drag this to your bookmarks bar:
      <BookmarkletLink />
    </p>
  )
}
