import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Compass } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'

export const Component = () => {
  const { t } = useTranslation()
  return (
    <div className="py-12">
      <PageHead title={t('notFound.title')} />
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <Notice
        icon={Compass}
        title={t('notFound.title')}
        actions={
          <>
            <Link to="/bible-reading" className="control primary">
              {t('notFound.read')}
            </Link>
            <Link to="/" className="control plain">
              {t('notFound.home')}
            </Link>
          </>
        }
      >
        {t('notFound.text')}
      </Notice>
    </div>
  )
}
