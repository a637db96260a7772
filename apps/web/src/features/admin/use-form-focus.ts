import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a form whose controls are made anew, or go, when the page's address changes: where the control with the focus did, the control of its
 * name gets the focus, else the form's own button.
 */
export const useFormFocus = () => {
  const ref = useRef<HTMLFormElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const gone = focused.current
    if (gone === null || gone.isConnected || document.activeElement !== document.body) return
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector)
    const same = find(`[name='${gone.getAttribute('name')}']`) ?? find('[type=submit]')
    same?.focus({ preventScroll: true })
  })
  const onFocus = ({ target }: FocusEvent<HTMLFormElement>) => {
    focused.current = target
  }
  // React hears of no blur where it takes the control away itself.
  const onBlur = () => {
    focused.current = null
  }
  return { ref, onFocus, onBlur }
}
