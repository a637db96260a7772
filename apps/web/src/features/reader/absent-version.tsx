import type { Version } from '@pathlight/contracts/bible.ts'
import { BookLock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { bookLanguage, chapterHeading } from '../../locales/passage-names.ts'
import { useLanguage } from '../../locales/use-language.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Column } from './columns.ts'
import { passagePath } from './passage-path.ts'

/** A version that is known and not here: what would bring it, and one that is. */
export const AbsentVersion = ({
  version,
  column,
  instead,
}: {
  version: Version
  column: Column
  instead: Version | null
}) => {
  const { t } = useTranslation()
  const own = useLanguage()
  const name = own === 'ko' ? version.localName : version.name
  const explanation = version.code === 'KRV' ? t('reader.absent.krv') : t('reader.absent.licensed', { name })
  return (
    <Notice
      icon={BookLock}
      title={t('reader.absentTitle', { name })}
      actions={
        instead && (
          <Link to={passagePath({ ...column, version: instead.code })} className="control primary">
            {t('reader.readInstead', {
              heading: chapterHeading(column.book, column.chapter, bookLanguage(instead.language)),
              name: instead.localName,
            })}
          </Link>
        )
      }
    >
      {explanation}
    </Notice>
  )
}
