import { type RefObject, useEffect } from 'react'

/** The distance from the screen at which content is fetched, so that it has arrived when the person scrolls there. */
const NEAR = '1200px'

/**
 * Calls `onNear` when the element comes near the screen. If the element is near already, a new `onNear` is called at
 * once.
 */
export const useNearScreen = (ref: RefObject<Element | null>, onNear: () => void): void => {
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: NEAR })
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, onNear])
}
