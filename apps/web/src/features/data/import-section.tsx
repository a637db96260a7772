import type { User } from '@pathlight/contracts/accounts.ts'
import type { ImportPreview, ImportProgress } from '@pathlight/contracts/import.ts'
import type { ImportColumn } from '@pathlight/contracts/import-rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../api/new-id.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { DateChoice } from './date-choice.tsx'
import { beginImport, type Choices, lookInto } from './import-calls.ts'
import { importQuery } from './import-query.ts'
import { ImportResult } from './import-result.tsx'
import { asLines } from './other-apps/as-lines.ts'

/** `file`: as it is sent, once it was looked at. */
type Chosen = { readonly file: File; readonly choices: Choices; readonly key: string }
type Looking =
  | { readonly status: 'idle' }
  | { readonly status: 'looking' | 'sending'; readonly chosen: Chosen; readonly found: ImportPreview | null }
  | { readonly status: 'looked'; readonly chosen: Chosen; readonly found: ImportPreview }
  | { readonly status: 'failed'; readonly error: unknown }

const NO_CHOICES: Choices = { columns: null, version: null, dates: null }

/** The last import: how far it is, or what came of it. */
const LastImport = ({ last }: { last: ImportProgress }) => {
  const { t } = useTranslation()
  const { status, done, entries } = last
  return (
    <div className="grid gap-4 rounded-xl border border-line p-4">
      <p role="status" className="font-semibold">
        {t(`data.import_${status}`)}
      </p>
      {status === 'running' && (
        <div className="grid gap-2">
          <progress
            aria-label={t('data.import_running')}
            className="h-2 w-full accent-(--accent)"
            value={done}
            max={Math.max(1, entries)}
          />
          <p className="text-sm text-muted">{t('data.imported', { done, entries })}</p>
          <p className="text-sm text-muted">{t('data.mayLeave')}</p>
        </div>
      )}
      {status !== 'running' && <ImportResult found={last} />}
    </div>
  )
}

/** What a chosen file would bring, before anything is written. */
const Preview = ({
  looking,
  onLook,
  onImport,
  onCancel,
}: {
  looking: Extract<Looking, { chosen: Chosen }>
  onLook: (chosen: Chosen) => void
  onImport: (chosen: Chosen, found: ImportPreview) => void
  onCancel: () => void
}) => {
  const { t } = useTranslation()
  const { status, chosen, found } = looking
  const isBusy = status !== 'looked'
  const counts = Object.values(found?.kinds ?? {})
  const comes = counts.some((count) => count.new + count.different > 0)
  const asks = found?.asks_dates === true
  return (
    <div className="grid gap-4 rounded-xl border border-line p-4">
      <p className="font-semibold wrap-anywhere">{t('data.inFile', { name: chosen.file.name })}</p>
      {isBusy && (
        <progress
          aria-label={t(status === 'looking' ? 'data.looking' : 'data.sending')}
          className="h-2 w-full accent-(--accent)"
        />
      )}
      {found?.columns && (
        <ColumnChoice
          heads={found.columns.heads}
          found={chosen.choices.columns ?? (found.columns.found as Partial<Record<ImportColumn, number>>)}
          version={chosen.choices.version}
          onChoose={(choices) => onLook({ ...chosen, choices: { ...chosen.choices, ...choices }, key: newId() })}
        />
      )}
      {(found?.asks_dates || chosen.choices.dates) && (
        <DateChoice
          dates={chosen.choices.dates}
          onChoose={(dates) => onLook({ ...chosen, choices: { ...chosen.choices, dates }, key: newId() })}
        />
      )}
      {found && <ImportResult found={found} />}
      {found && !comes && !asks && !isBusy && <p className="text-sm">{t('data.nothingNew')}</p>}
      <div className="flex flex-wrap gap-3">
        {found && comes && !asks && (
          <Button look="primary" busy={isBusy} onClick={() => onImport(chosen, found)}>
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

/** Bringing in what the person has elsewhere: first a look at it, then one job on the server. */
export const ImportSection = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [looking, setLooking] = useState<Looking>({ status: 'idle' })
  const { data: last } = useQuery(importQuery(user))
  const isRunning = last?.status === 'running'
  const wasRunning = useRef(false)
  const reading = useRef(new AbortController())

  // What came is shown everywhere.
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries()
    wasRunning.current = isRunning
  }, [isRunning, queries])

  // A page that is left reads no file any more.
  useEffect(() => () => reading.current.abort(), [])

  /** What came of a file, unless the person has given it up meanwhile or looks into it otherwise. */
  const settle = (chosen: Chosen, next: Looking) =>
    setLooking((now) => ('chosen' in now && now.chosen === chosen ? next : now))
  const look = async (chosen: Chosen, before: ImportPreview | null) => {
    setLooking({ status: 'looking', chosen, found: before })
    reading.current.abort()
    reading.current = new AbortController()
    try {
      const file = await asLines(chosen.file, reading.current.signal)
      const found = await lookInto(file, chosen.choices)
      settle(chosen, { status: 'looked', chosen: { ...chosen, file }, found })
    } catch (error) {
      settle(chosen, { status: 'failed', error })
    }
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    // The same file may be chosen again.
    event.target.value = ''
    if (file) void look({ file, choices: NO_CHOICES, key: newId() }, null)
  }
  const bring = async (chosen: Chosen, found: ImportPreview) => {
    setLooking({ status: 'sending', chosen, found })
    try {
      const progress = await beginImport(chosen.file, chosen.choices, chosen.key)
      wasRunning.current = true
      queries.setQueryData(importQuery(user).queryKey, progress)
      void queries.invalidateQueries({ queryKey: importQuery(user).queryKey })
      settle(chosen, { status: 'idle' })
    } catch (error) {
      settle(chosen, { status: 'failed', error })
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
      {looking.status === 'failed' && <ErrorList errors={[sayProblem(t, looking.error) ?? t('data.importFailed')]} />}
      {'chosen' in looking ? (
        <Preview
          looking={looking}
          onLook={(chosen) => void look(chosen, looking.found)}
          onImport={(chosen, found) => void bring(chosen, found)}
          onCancel={() => {
            reading.current.abort()
            setLooking({ status: 'idle' })
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
      {last && !('chosen' in looking) && <LastImport last={last} />}
    </section>
  )
}
