import { useTranslation } from 'react-i18next'

export type Tab = { readonly id: string; readonly label: string; readonly lang?: string; readonly controls: string }

type Props = { readonly tabs: readonly Tab[]; readonly active: string; readonly onChange: (id: string) => void }

/** The tabs of a small screen, which shows one column at a time. Each column has a tab, and so has an open editor. */
export const ColumnTabs = ({ tabs, active, onChange }: Props) => {
  const { t } = useTranslation()
  const at = tabs.findIndex(({ id }) => id === active)
  const step = (by: number) => {
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={t('reader.columns')}
      className="column-tabs print:hidden sticky z-10 flex bg-paper wide:hidden"
    >
      {tabs.map(({ id, label, lang, controls }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          lang={lang}
          aria-selected={id === active}
          aria-controls={controls}
          tabIndex={id === active ? 0 : -1}
          onClick={() => onChange(id)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            event.preventDefault()
            step(event.key === 'ArrowLeft' ? -1 : 1)
          }}
          className="h-11 min-w-0 flex-1 truncate border-b-2 border-line px-2 text-sm font-medium text-muted aria-selected:border-accent aria-selected:font-semibold aria-selected:text-ink"
        >
          {label}
        </button>
      ))}
    </div>
  )
}
