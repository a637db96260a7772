import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import type { LucideIcon } from './lucide-icon.ts'
import { passFocusOn } from './pass-focus-on.ts'

/** Fills a view that has nothing to show: says why, and offers actions. */
export const Notice = ({
  icon: Icon,
  title,
  children,
  actions,
  onRetry,
  tone = 'calm',
}: {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Tries again. If given, a button for it comes before the other actions. */
  onRetry?: (() => unknown) | false
  tone?: 'calm' | 'error'
}) => {
  const { t } = useTranslation()
  return (
    <div
      className="grid justify-items-center gap-3 px-2 py-12 text-center wrap-anywhere"
      role={tone === 'error' ? 'alert' : undefined}
    >
      {Icon && (
        <Icon size={30} strokeWidth={1.5} className={tone === 'error' ? 'text-danger' : 'text-accent'} aria-hidden />
      )}
      <p
        className={`font-scripture text-lg leading-snug font-semibold text-balance ${tone === 'error' ? 'text-danger' : ''}`}
      >
        {title}
      </p>
      {children && <p className="max-w-96 text-sm text-balance text-muted">{children}</p>}
      {(onRetry || actions) && (
        <div ref={passFocusOn} className="mt-3 flex flex-wrap justify-center gap-3">
          {onRetry && <Button onClick={() => void onRetry()}>{t('tryAgain')}</Button>}
          {actions}
        </div>
      )}
    </div>
  )
}
