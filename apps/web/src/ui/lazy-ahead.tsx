import { type ComponentType, lazy, useState } from 'react'

/**
 * As React's `lazy`, of code that may be fetched ahead of its use: the component, and what fetches it. What has come is shown at once.
 * React's own would first show what stands in for it, and then holds the component back for 300 ms, so that nothing flickers.
 */
export const lazyAhead = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): readonly [component: ComponentType<Props>, fetchAhead: () => void] => {
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
    () => void fetch().catch(() => undefined),
  ]
}
