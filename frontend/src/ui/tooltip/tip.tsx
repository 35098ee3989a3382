import { atom, useSetAtom } from 'jotai'
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useRef,
} from 'react'

export type Tipped = { id: string; node: HTMLElement; label: string }

/** Elements with a tooltip that the pointer or the focus has reached; the tooltip's code loads with the first. */
export const tippedAtom = atom<readonly Tipped[]>([])

type Target = Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus'> & {
  ref?: Ref<HTMLButtonElement> | undefined
}

/** Gives an icon's button its tooltip. The button keeps its own accessible name. */
export const Tip = ({ label, children }: { label: string; children: ReactElement<Target> }) => {
  const id = useId()
  const node = useRef<HTMLElement | null>(null)
  const setTipped = useSetAtom(tippedAtom)
  const ref = useCallback((element: HTMLElement | null) => {
    node.current = element
  }, [])

  const arm = () =>
    setTipped(list => {
      if (!node.current || list.some(tipped => tipped.id === id)) return list
      return [...list, { id, node: node.current, label }]
    })

  useEffect(() => {
    setTipped(list =>
      list.some(tipped => tipped.id === id)
        ? list.map(tipped => (tipped.id === id ? { ...tipped, label } : tipped))
        : list,
    )
  }, [id, label, setTipped])

  useEffect(
    () => () =>
      setTipped(list =>
        list.some(tipped => tipped.id === id) ? list.filter(tipped => tipped.id !== id) : list,
      ),
    [id, setTipped],
  )

  return cloneElement(children, {
    ref,
    onPointerEnter: event => {
      arm()
      children.props.onPointerEnter?.(event)
    },
    onFocus: event => {
      arm()
      children.props.onFocus?.(event)
    },
  })
}
