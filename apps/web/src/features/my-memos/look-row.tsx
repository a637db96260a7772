import { useTranslation } from 'react-i18next'
import { formatTime } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { type Look, useSayLook } from '../../study/looks.ts'
import { Eye } from '../../ui/icons.ts'

/** A row that says when and why an administrator viewed the person's data. */
const LookRow = ({ look }: { look: Look }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useSayLook()
  return (
    <div className="grid min-h-14 grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-3 border-t border-line py-3">
      <Eye size={18} strokeWidth={1.8} className="mt-0.5 text-accent" aria-hidden />
      <div className="min-w-0 wrap-anywhere">
        <p className="text-xs text-muted">{say(look)}</p>
        {look.reason !== null && (
          <p className="mt-0.5 font-scripture leading-relaxed">{t('looks.reason', { reason: look.reason })}</p>
        )}
      </div>
      <time dateTime={look.at} className="text-xs text-muted tabular-nums">
        {formatTime(look.at, language)}
      </time>
    </div>
  )
}
export default LookRow
