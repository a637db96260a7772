import { useTranslation } from 'react-i18next'

/** Shown while a page loads or the session is being checked. */
export const LoadingText = () => (
  <p role="status" className="grid min-h-[60dvh] place-items-center text-sm text-muted">
    {useTranslation().t('loading')}
  </p>
)
