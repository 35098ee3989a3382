import { useEffect, useState } from 'react'

/** Whether a state has lasted for so long, in ms. */
export const useHasLasted = (isOn: boolean, ms: number): boolean => {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLasted(true), ms)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isOn, ms])
  return hasLasted
}
