import { type RefObject, useEffect } from 'react'

/** How near, so that what is fetched then is there when it is scrolled to. */
const NEAR = '1200px'

/** Calls `onNear` when the element comes near the screen, and again for each new `onNear` while it is. */
export const useNearScreen = (ref: RefObject<Element | null>, onNear: () => void): void => {
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: NEAR })
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, onNear])
}
