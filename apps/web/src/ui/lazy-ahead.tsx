import { type ComponentType, lazy, useState } from 'react'

/**
 * Like React's `lazy`, for code that may be fetched before its use. Returns the component, and a function that fetches
 * its code and resolves even if fetching fails. Code that has loaded is rendered at once, whereas React's `lazy` would
 * first show the fallback for 300 ms. Once the code has loaded, `load` is not called again, because waiting even for a
 * module that the browser already has would take some tasks of the event loop.
 */
export const lazyAhead = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): readonly [component: ComponentType<Props>, fetchAhead: () => Promise<unknown>] => {
  let come: ComponentType<Props> | null = null
  const fetch = async () => {
    come ??= (await load()).default
    return { default: come }
  }
  const Late = lazy(fetch)
  return [
    (props) => {
      const [Shown] = useState<ComponentType<Props>>(() => come ?? (Late as unknown as ComponentType<Props>))
      return <Shown {...props} />
    },
    () => fetch().catch(() => undefined),
  ]
}
