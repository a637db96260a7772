import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a form whose controls are replaced or removed when the page's address changes. If the focused
 * control is gone, the new control with the same name gets the focus. If there is none, the form's button gets it.
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
  // React does not call onBlur when it removes the focused control, so `focused` still names that control.
  const onBlur = () => {
    focused.current = null
  }
  return { ref, onFocus, onBlur }
}
