import { useEffect } from 'react'
import { useTranslation } from '../locales/translation.ts'

/** The document's title: the page, then the product. */
export const PageTitle = ({ title }: { title: string }) => {
  const { t } = useTranslation()
  const full = t('title', { page: title })
  useEffect(() => {
    document.title = full
  }, [full])
  return null
}
