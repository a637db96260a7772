import { useState } from 'react'
import { flushSync } from 'react-dom'

type Rules = typeof import('./account-rules.ts')

/** The rules of the forms, fetched with the first attempt to send one; `rules` is null until then. */
export const useAccountRules = (): { rules: Rules | null; loadRules: () => Promise<Rules> } => {
  const [rules, setRules] = useState<Rules | null>(null)
  const loadRules = async () => {
    const loaded = await import('./account-rules.ts')
    // At once: whoever asked looks for the field that is wrong.
    flushSync(() => setRules(loaded))
    return loaded
  }
  return { rules, loadRules }
}
