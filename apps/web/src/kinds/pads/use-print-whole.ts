import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Prints a page that usually renders only a part. `print` calls `fetchAll` and then prints, unless the person has left
 * the page. Ctrl+P and Cmd+P do the same. The browser's own menu prints at once, without what was not fetched.
 * `isWhole` is true while the page is printed, so the page must then render everything.
 */
export const usePrintWhole = (fetchAll: () => Promise<unknown>) => {
  const [isWhole, setWhole] = useState(false)
  const hasLeft = useRef(false)
  const isFetching = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  useEffect(() => {
    const before = () => flushSync(() => setWhole(true))
    const after = () => setWhole(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  const printWhole = async () => {
    if (isFetching.current) return
    isFetching.current = true
    try {
      await fetchAll()
    } finally {
      isFetching.current = false
    }
    if (!hasLeft.current) print()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    // With a Korean keyboard `key` may be ㅔ. With another Latin layout KeyP may be another letter.
    const isP = event.key.toLowerCase() === 'p' || (event.code === 'KeyP' && !/^[a-z]$/i.test(event.key))
    // On Apple's devices Ctrl+P moves the cursor in a field.
    const prints = /^(Mac|iP)/.test(navigator.platform) ? event.metaKey : event.ctrlKey
    if (!isP || !prints || event.shiftKey || event.altKey) return
    event.preventDefault()
    void printWhole()
  })
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onPress)
    return () => removeEventListener('keydown', onPress)
  }, [])
  return { isWhole, print: printWhole }
}
