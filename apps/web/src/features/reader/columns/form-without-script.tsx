import type { Version } from '@pathlight/contracts/bible.ts'
import { BOOKS, bookName } from '@pathlight/scripture/books.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import type { Language } from '../../../locales/words.ts'

type Props = {
  readonly column: ChapterReference
  readonly versions: readonly Version[]
  readonly names: Language
}

const FIELD = 'h-11 min-w-0 rounded-full bg-sunk px-3 text-sm font-semibold'

/** The picker's fields for a browser without script. The form opens the chosen chapter (first-reading.ts). */
export const FormWithoutScript = ({ column, versions, names }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <form action="/bible-reading" className="flex min-w-0 flex-wrap items-center gap-1">
      <select aria-label={t('reader.version')} name="version" defaultValue={column.version} className={FIELD}>
        {versions
          .filter(({ available }) => available)
          .map(({ code }) => (
            <option key={code} value={code}>
              {versionLabel(code, language)}
            </option>
          ))}
      </select>
      <select aria-label={t('reader.book')} name="book" lang={names} defaultValue={column.book} className={FIELD}>
        {BOOKS.map((book) => (
          <option key={book.index} value={book.name.en}>
            {bookName(book, names)}
          </option>
        ))}
      </select>
      <input
        aria-label={t('reader.chapter')}
        name="chapter"
        inputMode="numeric"
        defaultValue={column.chapter}
        className={`${FIELD} w-14 text-center`}
      />
      <button type="submit" className="control quiet">
        {t('reader.go')}
      </button>
    </form>
  )
}
