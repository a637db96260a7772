import { type ComponentType, lazy, useState } from 'react'

/**
 * Like React's `lazy`, for code that may be fetched before its use: the component, and a function that fetches it and resolves once it
 * is here or cannot be fetched. Loaded code is rendered at once. React's own `lazy` would first render the fallback, and then hold the
 * component back for 300 ms against flicker.
 */
export const lazyAhead = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): readonly [component: ComponentType<Props>, fetchAhead: () => Promise<unknown>] => {
  let come: ComponentType<Props> | null = null
  const fetch = async () => {
    const loaded = await load()
    come = loaded.default
    return loaded
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
