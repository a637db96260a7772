import type { User } from '@pathlight/contracts/accounts.ts'
import type { ImportPreview, ImportProgress } from '@pathlight/contracts/import.ts'
import type { ImportColumn } from '@pathlight/contracts/import-rules.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNetworkFailure } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { MINE } from '../../api/query-client.ts'
import { read } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { DateChoice } from './date-choice.tsx'
import { beginImport, type Choices, lookInto } from './import-calls.ts'
import { ImportResult } from './import-result.tsx'
import { asLines } from './other-apps/as-lines.ts'

/** How often the progress of a running import is fetched, in milliseconds. */
const REFETCH_MS = 1_000

/** The query for the person's last import of the past week, which a person who returns to the page sees again. */
const importQuery = (user: User) =>
  queryOptions({
    queryKey: [MINE, user.id, 'import'],
    queryFn: async ({ signal }) => (await read<{ import: ImportProgress | null }>('/api/import', signal)).import,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? REFETCH_MS : false),
    staleTime: 0,
  })

/**
 * The chosen file, the person's choices about it, and the Idempotency-Key of its import. If the file is another app's
 * database, the preview replaces it with the file of lines that is sent to the server.
 */
type Chosen = { readonly file: File; readonly choices: Choices; readonly key: string }
type ImportState =
  | { readonly status: 'idle' }
  | { readonly status: 'looking' | 'sending'; readonly chosen: Chosen; readonly preview: ImportPreview | null }
  /** `error`: the import may have begun, but the server's answer was lost. */
  | { readonly status: 'looked'; readonly chosen: Chosen; readonly preview: ImportPreview; readonly error?: unknown }
  | { readonly status: 'failed'; readonly error: unknown }

const NO_CHOICES: Choices = { columns: null, version: null, dates: null }

const LastImport = ({ last }: { last: ImportProgress }) => {
  const { t } = useTranslation()
  const { status, done, entries } = last
  return (
    <div className="grid gap-4 rounded-md border border-line p-4">
      <p role="status" className="font-semibold">
        {t(`data.import_${status}`)}
      </p>
      {status === 'running' && (
        <div className="grid gap-2">
          <progress aria-label={t('data.import_running')} value={done} max={Math.max(1, entries)} />
          <p className="text-sm text-muted">{t('data.imported', { done, entries })}</p>
          <p className="text-sm text-muted">{t('data.mayLeave')}</p>
        </div>
      )}
      {status !== 'running' && <ImportResult outcome={last} />}
    </div>
  )
}

const Preview = ({
  importState,
  onLook,
  onImport,
  onCancel,
}: {
  importState: Extract<ImportState, { chosen: Chosen }>
  onLook: (chosen: Chosen) => void
  onImport: (chosen: Chosen, preview: ImportPreview) => void
  onCancel: () => void
}) => {
  const { t } = useTranslation()
  const { status, chosen, preview } = importState
  const isBusy = status !== 'looked'
  const counts = Object.values(preview?.kinds ?? {})
  const hasNew = counts.some((count) => count.new + count.different > 0)
  const asksForDates = preview?.asks_dates === true
  return (
    <div className="grid gap-4 rounded-md border border-line p-4">
      <p className="font-semibold wrap-anywhere">{t('data.inFile', { name: chosen.file.name })}</p>
      {isBusy && <progress aria-label={t(status === 'looking' ? 'data.looking' : 'data.sending')} />}
      {preview?.columns && (
        <ColumnChoice
          heads={preview.columns.heads}
          assigned={chosen.choices.columns ?? (preview.columns.found as Partial<Record<ImportColumn, number>>)}
          version={chosen.choices.version}
          onChoose={(choices) => onLook({ ...chosen, choices: { ...chosen.choices, ...choices }, key: newId() })}
        />
      )}
      {(preview?.asks_dates || chosen.choices.dates) && (
        <DateChoice
          dates={chosen.choices.dates}
          onChoose={(dates) => onLook({ ...chosen, choices: { ...chosen.choices, dates }, key: newId() })}
        />
      )}
      {preview && <ImportResult outcome={preview} />}
      {preview && !hasNew && !asksForDates && !isBusy && <p className="text-sm">{t('data.nothingNew')}</p>}
      <div className="flex flex-wrap gap-3">
        {preview && hasNew && !asksForDates && (
          <Button look="primary" busy={isBusy} onClick={() => onImport(chosen, preview)}>
            {t('data.importNow')}
          </Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

/**
 * Imports a person's data from elsewhere. The person sees a preview first, and then one job on the server imports the
 * data.
 */
export const ImportSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [importState, setImportState] = useState<ImportState>({ status: 'idle' })
  const { data: last } = useQuery(importQuery(user))
  const isRunning = last?.status === 'running'
  const wasRunning = useRef(false)
  const abortController = useRef(new AbortController())

  // The import may have changed the answer of any query.
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries()
    wasRunning.current = isRunning
  }, [isRunning, queries])

  // Reading the file stops when the person leaves the page.
  useEffect(() => () => abortController.current.abort(), [])

  const sayFailure = (error: unknown) =>
    sayProblem(t, error) ?? t(isNetworkFailure(error) ? 'data.keep.why.offline' : 'data.importFailed')
  /** Sets the next state of a file, unless the person has meanwhile cancelled or chosen another file. */
  const settle = (chosen: Chosen, next: ImportState) =>
    setImportState((now) => ('chosen' in now && now.chosen === chosen ? next : now))
  const loadPreview = async (chosen: Chosen, before: ImportPreview | null) => {
    setImportState({ status: 'looking', chosen, preview: before })
    abortController.current.abort()
    abortController.current = new AbortController()
    try {
      const file = await asLines(chosen.file, abortController.current.signal)
      const preview = await lookInto(file, chosen.choices)
      settle(chosen, { status: 'looked', chosen: { ...chosen, file }, preview })
    } catch (error) {
      settle(chosen, { status: 'failed', error })
    }
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    // Empties the field, so that the person can choose the same file again.
    event.target.value = ''
    if (file) void loadPreview({ file, choices: NO_CHOICES, key: newId() }, null)
  }
  const startImport = async (chosen: Chosen, preview: ImportPreview) => {
    setImportState({ status: 'sending', chosen, preview })
    try {
      const progress = await beginImport(chosen.file, chosen.choices, chosen.key)
      wasRunning.current = true
      queries.setQueryData(importQuery(user).queryKey, progress)
      void queries.invalidateQueries({ queryKey: importQuery(user).queryKey })
      settle(chosen, { status: 'idle' })
    } catch (error) {
      // The import may have begun all the same. Another try with the same key does not begin a second one.
      void queries.invalidateQueries({ queryKey: importQuery(user).queryKey })
      settle(
        chosen,
        isNetworkFailure(error) ? { status: 'looked', chosen, preview, error } : { status: 'failed', error },
      )
    }
  }

  return (
    <section className="grid gap-4" aria-labelledby="data-import">
      <div className="grid gap-1">
        <h2 id="data-import" className="text-lg font-semibold">
          {t('data.import')}
        </h2>
        <p className="text-sm text-muted">{t('data.importText')}</p>
        <p className="text-sm text-muted">{t('data.importTable')}</p>
        <p className="text-sm text-muted">{t('data.importApps')}</p>
      </div>
      {'error' in importState && <ErrorList errors={[sayFailure(importState.error)]} />}
      {'chosen' in importState ? (
        <Preview
          importState={importState}
          onLook={(chosen) => void loadPreview(chosen, importState.preview)}
          onImport={(chosen, preview) => void startImport(chosen, preview)}
          onCancel={() => {
            abortController.current.abort()
            setImportState({ status: 'idle' })
          }}
        />
      ) : (
        !isRunning && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={t('data.choose')}
              accept=".json,.csv,.tsv,.txt,.abdb,.zip,.mybible,.sqlite3,.db,application/json,text/csv,application/zip,application/octet-stream"
              onChange={choose}
            />
            <Button className="justify-self-start" onClick={() => input.current?.click()}>
              {t('data.choose')}
            </Button>
          </>
        )
      )}
      {last && !('chosen' in importState) && <LastImport last={last} />}
    </section>
  )
}
