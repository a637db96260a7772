import { type RefObject, useEffect } from 'react'

/** The distance at which fetching starts, so that the content has come when the person scrolls to it. */
const NEAR = '1200px'

/**
 * Calls `onNear` when the element comes near the screen. A new function is called at once if the element is still near.
 */
export const useNearScreen = (ref: RefObject<Element | null>, onNear: () => void): void => {
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: NEAR })
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, onNear])
}
