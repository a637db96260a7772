import { useTranslation } from 'react-i18next'

/** A folded explanation of the signs of Markdown. */
const FreeTextHelp = () => {
  const { t } = useTranslation()
  return (
    <details className="text-xs text-muted">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center underline decoration-line-strong underline-offset-3">
        {t('freeText.helpTitle')}
      </summary>
      <p className="pb-2 leading-relaxed">{t('freeText.help')}</p>
    </details>
  )
}
export default FreeTextHelp
