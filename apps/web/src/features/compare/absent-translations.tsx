import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { ChevronRight } from '../../ui/icons.ts'
import type { Compared } from './compare-query.ts'

/** The names of the translations that are not installed, collapsed into one line. */
export const AbsentTranslations = ({ absent }: { absent: readonly Compared[] }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <details className="group mt-6 print:hidden">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-sm font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          strokeWidth={1.8}
          className="transition-transform duration-(--fast) group-open:rotate-90"
          aria-hidden
        />
        {t('compare.absent', { count: absent.length })}
      </summary>
      <p className="mt-2 max-w-[46rem] text-sm text-pretty text-muted">{t('compare.absentText')}</p>
      <ul className="mt-2 max-w-[46rem]">
        {absent.map(({ version, name }) => (
          <li key={version} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 text-sm">
            <span>
              <strong className="font-semibold">{versionLabel(version, language)}</strong>{' '}
              <span className="text-muted">{name}</span>
            </span>
            <span className="text-muted">{t('compare.noVerse')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
