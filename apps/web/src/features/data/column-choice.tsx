import { IMPORT_COLUMNS, type ImportColumn, PASSAGE_COLUMNS } from '@pathlight/contracts/import-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { versionsQuery } from '../../bible/versions-query.ts'
import type { Choices } from './import-calls.ts'

type Option = { readonly value: string; readonly label: string }

const Choice = ({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: string
  options: readonly Option[]
  onChoose: (value: string) => void
}) => {
  const id = useId()
  return (
    <div className="grid content-end gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <select id={id} className="field" value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/**
 * Lets the person choose what each column of a table contains, if its head does not say so, and the version of the
 * verses.
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
  // A column with whole passages makes columns for their parts needless.
  const needless: readonly ImportColumn[] = assigned.reference === undefined ? [] : PASSAGE_COLUMNS
  const none = { value: '', label: t('data.noColumn') }
  const options = [none, ...heads.map((head, n) => ({ value: String(n), label: head || String(n + 1) }))]
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{t('data.columns')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 wide:grid-cols-4">
        {IMPORT_COLUMNS.filter((column) => !needless.includes(column)).map((column) => (
          <Choice
            key={column}
            label={t(`data.column.${column}`)}
            value={String(assigned[column] ?? '')}
            options={options}
            onChoose={(value) => choose(column, value)}
          />
        ))}
        <Choice
          label={t('data.otherVersion')}
          value={version ?? 'KJV'}
          options={(versionList?.versions ?? []).map(({ code }) => ({ value: code, label: code }))}
          onChoose={(code) => onChoose({ columns: assigned, version: code })}
        />
      </div>
    </fieldset>
  )
}
