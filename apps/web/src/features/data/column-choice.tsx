import { IMPORT_COLUMNS, type ImportColumn, PASSAGE_COLUMNS } from '@pathlight/contracts/import-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { versionsQuery } from '../../bible/versions-query.ts'
import { Choice } from '../../ui/choice.tsx'
import type { Choices } from './import-calls.ts'

/**
 * Lets the person choose which column of a table has the passage, the text and the other contents. The person can also
 * choose the version for rows that name no version.
 */
export const ColumnChoice = ({
  heads,
  assigned,
  version,
  onChoose,
}: {
  heads: readonly string[]
  assigned: Readonly<Partial<Record<ImportColumn, number>>>
  version: string | null
  onChoose: (choices: Pick<Choices, 'columns' | 'version'>) => void
}) => {
  const { t } = useTranslation()
  const { data: versionList } = useQuery(versionsQuery)
  const choose = (column: ImportColumn, value: string) => {
    const { [column]: _, ...others } = assigned
    onChoose({ version, columns: value === '' ? others : { ...others, [column]: Number(value) } })
  }
  // If one column has whole passages, columns for book, chapter and verse are not needed.
  const needless: readonly ImportColumn[] = assigned.reference === undefined ? [] : PASSAGE_COLUMNS
  const options = heads.map((head, n) => ({ at: n, name: head || n + 1 }))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{t('data.columns')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-end gap-3 wide:grid-cols-4">
        {IMPORT_COLUMNS.filter((column) => !needless.includes(column)).map((column) => (
          <Choice
            key={column}
            label={t(`data.column.${column}`)}
            value={String(assigned[column] ?? '')}
            onChange={(value) => choose(column, value)}
          >
            <option value="">{t('data.noColumn')}</option>
            {options.map(({ at, name }) => (
              <option key={at} value={at}>
                {name}
              </option>
            ))}
          </Choice>
        ))}
        <Choice
          label={t('data.otherVersion')}
          value={version ?? 'KJV'}
          onChange={(code) => onChoose({ columns: assigned, version: code })}
        >
          {versionList?.versions.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </Choice>
      </div>
    </fieldset>
  )
}
