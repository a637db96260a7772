import type { Version } from '@pathlight/contracts/bible.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { bookLanguage, chapterHeading } from '../../../bible/passage-names.ts'
import { passagePath } from '../../../bible/passage-path.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import { BookLock } from '../../../ui/icons.ts'
import { Notice } from '../../../ui/notice.tsx'

type Absent = Pick<Version, 'code' | 'name' | 'localName' | 'command'>

/**
 * Korean particles follow the sound of a name. That of a Korean name is known; of an English one only that of its
 * letters.
 */
const sayable = ({ code, localName }: Absent): string => (/\p{Script=Hangul}/u.test(localName) ? localName : code)

/** A version that is known and not here: says what would bring it, and offers one that is here. */
export const AbsentVersion = ({
  version,
  column,
  instead,
}: {
  version: Absent
  column: ChapterReference
  instead: Version | null
}) => {
  const { t } = useTranslation()
  const own = useLanguage()
  const name = own === 'ko' ? sayable(version) : version.name
  return (
    <Notice
      icon={BookLock}
      title={t('reader.absentTitle', { name })}
      actions={
        instead && (
          <Link
            to={passagePath({ ...column, version: instead.code })}
            className="control primary py-2.5 text-center whitespace-normal"
          >
            {t('reader.readInstead', {
              heading: chapterHeading(column.book, column.chapter, bookLanguage(instead.language)),
              name: own === 'ko' ? sayable(instead) : instead.name,
            })}
          </Link>
        )
      }
    >
      {version.command === null ? t('reader.absent.licensed', { name }) : t('reader.absent.free')}
    </Notice>
  )
}
