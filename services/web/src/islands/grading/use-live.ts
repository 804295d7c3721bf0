import { useLayoutEffect, useReducer, useState } from 'preact/hooks'

/** Draws at each change. Returns whether the script has taken the page over, which is drawn as the server drew it at first. */
export function useLive(subscribe: (redraw: () => void) => () => void): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isLive, setIsLive] = useState(false)
  // The page subscribes before anything else can be typed, which the next drawing would overwrite unheard.
  useLayoutEffect(() => subscribe(() => redraw(undefined)), [subscribe])
  useLayoutEffect(() => setIsLive(true), [])
  return isLive
}
