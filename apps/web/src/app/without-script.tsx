import type { TFunction } from 'i18next'

/**
 * Shown in place of a page that only the browser can render: says that it is loading or, without script, that it needs
 * script.
 */
export const WithoutScript = ({ t }: { t: TFunction }) => (
  <>
    <p className="noscript:hidden grid min-h-dvh place-items-center text-sm text-muted">{t('loading')}</p>
    <noscript>
      <p className="p-4 text-center">
        {t('withoutScript.text')} <a href="/bible-reading">{t('withoutScript.read')}</a>
      </p>
    </noscript>
  </>
)
