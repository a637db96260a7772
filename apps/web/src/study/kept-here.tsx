import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keptWork } from '../device/kept-work.ts'
import { useRefusedByDevice } from '../device/use-kept-work.ts'
import { formatTime } from '../locales/format-date.ts'
import { useLanguage } from '../locales/use-language.tsx'

/** By then device/kept-work.ts has stored what was typed, in milliseconds. */
const TAKEN_MS = 2_000
const nothing = () => null

/** Says when this device last kept the draft at `keptAt`; null: there is no draft. */
export const KeptHere = ({ keptAt }: { readonly keptAt: string | null }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const draft = useSyncExternalStore(
    keptWork.subscribe,
    useCallback(() => (keptAt === null ? null : keptWork.get(keptAt)), [keptAt]),
    nothing,
  )
  const isRefused = useRefusedByDevice(keptAt)
  const isKept = draft !== null && draft !== undefined && !isRefused
  const [kept, setKept] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft
  useEffect(() => {
    if (!isKept) return setKept(null)
    const timer = setTimeout(() => setKept(new Date().toISOString()), TAKEN_MS)
    return () => clearTimeout(timer)
  }, [draft, isKept])
  return kept && <p className="text-xs text-muted">{t('writes.keptHere', { time: formatTime(kept, language) })}</p>
}
