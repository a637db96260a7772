import type { Version } from '@pathlight/contracts/bible.ts'
import type { MouseEvent } from 'react'
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
 * A version's name in a Korean sentence. The particle after a name depends on the name's last sound. The app knows that
 * sound for a Korean name and for a code such as NIV, but not for an English name, so the code replaces such a name.
 */
const nameForParticle = ({ code, localName }: Absent): string =>
  /\p{Script=Hangul}/u.test(localName) ? localName : code

/**
 * The message for a version that is known but not installed. It says that the operator can add the version, and has a
 * link to the chapter in an installed version.
 */
export const AbsentVersion = ({
  version,
  column,
  instead,
  follow,
}: {
  version: Absent
  column: ChapterReference
  instead: Version | null
  /** Makes the handler of a link that opens a chapter in this column. */
  follow: (to: ChapterReference) => (event: MouseEvent) => void
}) => {
  const there = instead && { ...column, version: instead.code }
  const { t } = useTranslation()
  const interfaceLanguage = useLanguage()
  const name = interfaceLanguage === 'ko' ? nameForParticle(version) : version.name
  return (
    <Notice
      icon={BookLock}
      title={t('reader.absentTitle', { name })}
      actions={
        instead &&
        there && (
          <Link
            to={passagePath(there)}
            onClick={follow(there)}
            className="control primary py-2.5 text-center whitespace-normal"
          >
            {t('reader.readInstead', {
              heading: chapterHeading(column.book, column.chapter, bookLanguage(instead.language)),
              name: interfaceLanguage === 'ko' ? nameForParticle(instead) : instead.name,
            })}
          </Link>
        )
      }
    >
      {version.command === null ? t('reader.absent.licensed', { name }) : t('reader.absent.free')}
    </Notice>
  )
}
