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

export type TooltipTarget = { id: string; node: HTMLElement; label: string }

/** Elements whose tooltip is needed because the pointer or the focus reached them. The tooltip's code loads with the first. */
export const tooltipTargetsAtom = atom<readonly TooltipTarget[]>([])

type Target = Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus'> & {
  ref?: Ref<HTMLButtonElement> | undefined
}

/** Gives an icon button a tooltip. The button keeps its own accessible name. */
export const Tip = ({ label, children }: { label: string; children: ReactElement<Target> }) => {
  const id = useId()
  const node = useRef<HTMLElement | null>(null)
  const setTargets = useSetAtom(tooltipTargetsAtom)
  const ref = useCallback((element: HTMLElement | null) => {
    node.current = element
  }, [])

  const register = () =>
    setTargets(list => {
      if (!node.current || list.some(target => target.id === id)) return list
      return [...list, { id, node: node.current, label }]
    })

  useEffect(() => {
    setTargets(list =>
      list.some(target => target.id === id)
        ? list.map(target => (target.id === id ? { ...target, label } : target))
        : list,
    )
  }, [id, label, setTargets])

  useEffect(
    () => () =>
      setTargets(list =>
        list.some(target => target.id === id) ? list.filter(target => target.id !== id) : list,
      ),
    [id, setTargets],
  )

  return cloneElement(children, {
    ref,
    onPointerEnter: event => {
      register()
      children.props.onPointerEnter?.(event)
    },
    onFocus: event => {
      register()
      children.props.onFocus?.(event)
    },
  })
}
