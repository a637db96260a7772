import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { passFocusOn } from './pass-focus-on.ts'

/** Says that something could not be fetched, with a button that tries again. */
export const FetchFailed = ({ words, onRetry }: { readonly words: string; readonly onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <div ref={passFocusOn} role="alert" className="flex flex-wrap items-center gap-x-4 text-sm text-danger">
      {words}
      <Button look="quiet" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}
