import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keptWork } from '../../device/kept-work.ts'
import { useRefusedByDevice } from '../../device/use-kept-work.ts'
import { formatTime } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'

/** The time within which device/kept-work.ts has stored the typed words, in milliseconds. */
const TAKEN_MS = 2_000
const nothing = () => null

/** The time by which this device had stored the present draft at `keptAt` (ISO 8601, UTC). Null if it has not. */
const useLastKept = (keptAt: string | null): string | null => {
  const draft = useSyncExternalStore(
    keptWork.subscribe,
    useCallback(() => (keptAt === null ? null : keptWork.get(keptAt)), [keptAt]),
    nothing,
  )
  const isRefused = useRefusedByDevice(keptAt)
  const isKept = draft !== null && draft !== undefined && !isRefused
  const [kept, setKept] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each draft
  useEffect(() => {
    if (!isKept) return setKept(null)
    const timer = setTimeout(() => setKept(new Date().toISOString()), TAKEN_MS)
    return () => clearTimeout(timer)
  }, [draft, isKept])
  return kept
}

type Props = {
  /** The key of the draft on this device. Null if a write has the words. */
  readonly keptAt: string | null
  readonly waits: boolean
  readonly isSaved: boolean
}

/** Shows the state of the words: saved on the server, to be sent, or stored on this device. */
export const WritingState = ({ keptAt, waits, isSaved }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const kept = useLastKept(keptAt)
  const sent = isSaved ? t('writes.saved') : waits ? t('writes.willBeSent') : null
  const dot = <span aria-hidden className={`size-1.5 flex-none rounded-full ${waits ? 'bg-accent' : 'bg-ok'}`} />
  const look = 'mr-3 flex items-center gap-2 text-xs text-muted empty:mr-0'
  return (
    <>
      {/* A screen reader does not read the time of the stored draft, because the time changes while the person
          types. */}
      <p role="status" className={look}>
        {sent && dot}
        {sent}
      </p>
      {sent === null && kept && (
        <p className={look}>
          {dot}
          {t('writes.keptHere', { time: formatTime(kept, language) })}
        </p>
      )}
    </>
  )
}
