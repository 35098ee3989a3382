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

/** Whether Tab is held. The focus also comes back from a dialog or another window, which asks for no tooltip. */
let isTabbing = false
addEventListener(
  'keydown',
  ({ key }) => {
    isTabbing = key === 'Tab'
  },
  true,
)
addEventListener(
  'keyup',
  () => {
    isTabbing = false
  },
  true,
)

/** Whether the focus has just been moved by the Tab key. */
export const isFocusByTab = (): boolean => isTabbing

type Target = Pick<ComponentProps<'button'>, 'onPointerMove' | 'onFocus'> & {
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
    // A dialog that opens or closes under a resting pointer makes it enter, but not move.
    onPointerMove: event => {
      register()
      children.props.onPointerMove?.(event)
    },
    onFocus: event => {
      if (isTabbing) register()
      children.props.onFocus?.(event)
    },
  })
}
