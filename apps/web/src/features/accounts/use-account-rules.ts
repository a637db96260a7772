import { useState } from 'react'

type Rules = typeof import('./account-rules.ts')

/** The rules of the forms, fetched with the first attempt to send one; `rules` is null until then. */
export const useAccountRules = (): { rules: Rules | null; loadRules: () => Promise<Rules> } => {
  const [rules, setRules] = useState<Rules | null>(null)
  const loadRules = async () => {
    const loaded = await import('./account-rules.ts')
    setRules(loaded)
    return loaded
  }
  return { rules, loadRules }
}
