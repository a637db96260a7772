import { useTranslation } from 'react-i18next'

/** Shown while the session is being checked and the page's code loads. */
export const LoadingText = () => (
  <p role="status" className="grid min-h-[60dvh] place-items-center text-sm text-muted">
    {useTranslation().t('loading')}
  </p>
)
