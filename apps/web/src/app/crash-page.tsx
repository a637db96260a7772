import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { CircleAlert } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'

/** Stands in the place of a page that could not be shown. */
export const CrashPage = () => {
  const { t } = useTranslation()
  return (
    <Notice
      icon={CircleAlert}
      tone="error"
      title={t('crash.title')}
      actions={
        <>
          <Button look="primary" onClick={() => location.reload()}>
            {t('crash.reload')}
          </Button>
          {/* No link of the router: what is broken may be what it would keep. */}
          <a href="/" className="control plain">
            {t('notFound.home')}
          </a>
        </>
      }
    >
      {t('crash.text')}
    </Notice>
  )
}
