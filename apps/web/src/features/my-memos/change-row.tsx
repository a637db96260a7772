import type { Change } from '@pathlight/contracts/history.ts'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { formatTime } from '../../locales/format-date.ts'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { deviceName } from '../../study/history/device-in-words.ts'
import type { AnyKindHistory } from '../../study/history/kind-history.ts'
import { sayItemChange } from '../../study/history/say-item-change.ts'
import { Button } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { changeHeading } from './change-heading.ts'

const ChangedExcerpt = lazy(() => withWords(['appearance', 'highlights-brief'], () => import('./changed-excerpt.tsx')))

type Props = {
  readonly change: Change
  /** The item's words before an edit. Undefined if they are unknown. */
  readonly before: string | undefined
  readonly history: AnyKindHistory
  /** Whether the history of the change's item is open. */
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** Called when the person restores the item. Null if no restore is offered. */
  readonly onRestore: (() => void) | null
  readonly busy: boolean
}

/**
 * One change in the list: what was done, to which item, when and on which device, and the beginning of the item's text
 * with its difference from the text before the change. A press opens the item's history at this change.
 */
export const ChangeRow = ({ change, before, history: { icon: Icon }, isOpen, onOpen, onRestore, busy }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { kind, action, at, device, passage, excerpt } = change
  const heading = changeHeading(t, change, language)
  const textLanguage = useVersionLanguage(passage?.version)
  const isGone = action === 'removed'
  return (
    <div className={`flex items-start border-t border-line ${isOpen ? '-mx-3 rounded-sm bg-glow px-3' : ''}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className="grid min-h-14 min-w-0 grow grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-3 py-3 text-left hover:text-accent"
      >
        <Icon size={18} strokeWidth={1.8} className="mt-0.5 text-accent" aria-hidden />
        <span className="min-w-0">
          <span className="block text-xs text-muted">
            {sayItemChange(t, kind, action)}
            {passage && ` · ${heading}`}
          </span>
          {excerpt && (
            <span
              // The words of a highlight are the Bible's, so they are in the version's language.
              lang={kind === 'highlight' ? textLanguage : undefined}
              className={`mt-0.5 line-clamp-2 font-scripture leading-relaxed wrap-anywhere ${isGone ? 'text-muted line-through decoration-line-strong' : 'text-ink'}`}
            >
              {kind === 'settings' || (before !== undefined && before !== excerpt && action === 'edited') ? (
                <Fetched instead={excerpt}>
                  <ChangedExcerpt change={change} before={before} />
                </Fetched>
              ) : (
                excerpt
              )}
            </span>
          )}
        </span>
        <span className="grid max-w-28 content-start justify-items-end gap-0.5 text-right text-xs text-muted">
          <time dateTime={at} className="tabular-nums">
            {formatTime(at, language)}
          </time>
          <span className="wrap-anywhere">
            {device.current ? t('history.thisDevice') : device.id !== null && deviceName(t, device.label)}
          </span>
        </span>
      </button>
      {onRestore && (
        <Button
          className="my-3 ml-3"
          busy={busy}
          aria-label={t('history.restoreNamed', { heading: `${t(`history.one.${kind}`)} · ${heading}` })}
          onClick={onRestore}
        >
          {t('history.restore')}
        </Button>
      )}
    </div>
  )
}
