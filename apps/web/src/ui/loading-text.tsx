import { useTranslation } from 'react-i18next'

/** Shown until the session check is done and the page's code has loaded. */
export const LoadingText = () => (
  <p role="status" className="grid min-h-[60dvh] place-items-center text-sm text-muted">
    {useTranslation().t('loading')}
  </p>
)
