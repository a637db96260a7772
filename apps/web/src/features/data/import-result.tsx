import type { ImportPreview } from '@pathlight/contracts/import.ts'
import { HISTORY_KINDS } from '@pathlight/contracts/kind-rules.ts'
import { useTranslation } from 'react-i18next'
import { sayReason } from '../../locales/server-message.ts'

const OUTCOMES = ['new', 'same', 'different', 'refused'] as const
type ImportOutcome = Pick<ImportPreview, 'kinds' | 'problems' | 'more_problems'>

/** The numbers of new, equal, different and refused items of each kind, and the reasons for refused lines. */
export const ImportResult = ({ outcome: { kinds, problems, more_problems } }: { outcome: ImportOutcome }) => {
  const { t } = useTranslation()
  const kindsInFile = HISTORY_KINDS.filter((kind) => kinds[kind] !== undefined)
  return (
    <div className="grid gap-4">
      {kindsInFile.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-sm">
            <thead>
              <tr className="border-b border-line text-left text-muted">
                <th scope="col" className="py-2 pr-3 font-normal">
                  {t('data.kind')}
                </th>
                {OUTCOMES.map((outcome) => (
                  <th key={outcome} scope="col" className="px-2 py-2 text-right font-normal">
                    {t(`data.outcome.${outcome}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {kindsInFile.map((kind) => (
                <tr key={kind} className="border-b border-line">
                  <th scope="row" className="py-2 pr-3 text-left font-medium">
                    {t(`history.kind.${kind}`)}
                  </th>
                  {OUTCOMES.map((outcome) => (
                    <td key={outcome} className="px-2 py-2 text-right tabular-nums">
                      {kinds[kind]?.[outcome] ?? 0}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {problems.length > 0 && (
        <section className="grid gap-2" aria-label={t('data.problems')}>
          <h3 className="text-sm font-semibold">{t('data.problems')}</h3>
          <ul className="grid max-h-72 gap-1 overflow-y-auto text-sm">
            {problems.map(({ line, code, params, why }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several problems, and the list only grows
              <li key={n} className="flex gap-3">
                <span className="flex-none text-muted tabular-nums">{t('data.line', { line })}</span>
                <span className="wrap-anywhere">{sayReason(t, { code, params: { line, ...params } }, why)}</span>
              </li>
            ))}
          </ul>
          {more_problems > 0 && <p className="text-sm text-muted">{t('data.more', { count: more_problems })}</p>}
        </section>
      )}
    </div>
  )
}
