import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { CircleAlert } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Shown in place of a page whose rendering crashed. */
export const CrashPage = () => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('crash.title')} />
      <Notice
        icon={CircleAlert}
        tone="error"
        title={t('crash.title')}
        actions={
          <>
            <Button look="primary" onClick={() => location.reload()}>
              {t('crash.reload')}
            </Button>
            {/* A plain link reloads the app; a link of the router would keep its broken state. */}
            <a href="/" className="control plain">
              {t('notFound.home')}
            </a>
          </>
        }
      >
        {t('crash.text')}
      </Notice>
    </>
  )
}
