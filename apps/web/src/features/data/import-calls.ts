import type { ImportPreview, ImportProgress } from '@pathlight/contracts/import.ts'
import type { DateOrder, ImportColumn } from '@pathlight/contracts/import-rules.ts'
import { askServer, jsonOf } from '../../api/own-answer.ts'
import { read } from '../../api/request.ts'

/**
 * The person's choices about a table. `columns`: the index of each assigned column, from 0. `version`: the version for
 * rows that name no version. `dates`: the order of day, month and year.
 */
export type Choices = {
  readonly columns: Readonly<Partial<Record<ImportColumn, number>>> | null
  readonly version: string | null
  readonly dates: DateOrder | null
}

const send = async <T>(file: File, query: URLSearchParams, key: string | null): Promise<T> => {
  const answer = await askServer(`/api/import?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...(key && { 'idempotency-key': key }) },
    body: file,
  })
  return (await jsonOf(answer)) as T
}

const queryOf = ({ columns, version, dates }: Choices): URLSearchParams => {
  const query = new URLSearchParams()
  const columnPairs = Object.entries(columns ?? {}).map(([column, at]) => `${column}:${at}`)
  if (columnPairs.length > 0) query.set('columns', columnPairs.join(','))
  if (version !== null) query.set('version', version)
  if (dates !== null) query.set('dates', dates)
  return query
}

/** Fetches a preview of the import of a file. Throws ApiProblem. */
export const lookInto = (file: File, choices: Choices): Promise<ImportPreview> => {
  const query = queryOf(choices)
  query.set('preview', 'true')
  return send(file, query, null)
}

/**
 * Starts the import of a file on the server. The key must stay the same while the person repeats the same attempt.
 * Throws ApiProblem.
 */
export const beginImport = async (file: File, choices: Choices, key: string): Promise<ImportProgress> => {
  const { job } = await send<{ job: string }>(file, queryOf(choices), key)
  return read<ImportProgress>(`/api/import/${job}`)
}
