import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsOf } from './entries/rows.ts'

/** The last heading that is at most this many pixels below the window's top counts as being read. */
const READ_AT = 160

type Props = { readonly entries: readonly PadEntry[]; readonly form: RefObject<HTMLElement | null> }

/** The headings of a pad, each a button that goes to it in `form`. The heading that is being read is marked. */
export const PadOutline = ({ entries, form }: Props) => {
  const { t } = useTranslation()
  const headings = useMemo(
    () =>
      rowsOf(entries).flatMap(({ key, entry }) => (entry.type === 'heading' ? [{ key, text: entry.text.trim() }] : [])),
    [entries],
  )
  const [current, setCurrent] = useState<string | null>(null)
  const rowOf = (key: string) => form.current?.querySelector<HTMLElement>(`[data-row='${key}']`)
  const look = useEffectEvent(() => {
    const isAbove = ({ key }: { readonly key: string }) =>
      (rowOf(key)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= READ_AT
    setCurrent(headings.findLast(isAbove)?.key ?? null)
  })
  useEffect(() => {
    let frame = 0
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => look())
    }
    lookSoon()
    addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', lookSoon)
    }
  }, [])
  if (headings.length === 0) return null
  const go = (key: string) => {
    const row = rowOf(key)
    row?.scrollIntoView({ block: 'start' })
    row?.querySelector('textarea')?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label={t('pads.outline')} className="writing-outline print:hidden">
      <p className="mb-2 text-xs font-semibold text-muted">{t('pads.outline')}</p>
      <ol>
        {headings.map(({ key, text }) => (
          <li key={key}>
            <button type="button" aria-current={key === current ? true : undefined} onClick={() => go(key)}>
              <span className="min-w-0 wrap-anywhere">{text || '–'}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
