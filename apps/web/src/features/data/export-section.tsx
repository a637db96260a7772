import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Downloaded, download } from '../../api/download.ts'
import { saveFile } from '../../device/save-file.ts'
import { sayBytes } from '../../locales/say-bytes.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'

type Format = 'json' | 'markdown'
type Fetching =
  | { readonly status: 'idle' }
  | { readonly status: 'fetching'; readonly format: Format; readonly progress: Downloaded }
  | { readonly status: 'failed'; readonly format: Format; readonly error: unknown }

const NOTHING_YET: Downloaded = { bytes: 0, entries: 0, total: 0 }

/** The progress of an export. Of a zip only the size is shown, because its entries cannot be counted as it arrives. */
const Progress = ({ format, progress, onStop }: { format: Format; progress: Downloaded; onStop: () => void }) => {
  const { t } = useTranslation()
  const { bytes, entries, total } = progress
  const hasTotal = format === 'json' && total > 0
  const size = sayBytes(bytes, useLanguage())
  return (
    <div ref={passFocusOn} className="grid gap-2">
      <progress aria-label={t('data.making')} {...(hasTotal && { value: entries, max: total })} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          {hasTotal ? t('data.progressOf', { entries, total, size }) : t('data.progress', { size })}
        </p>
        <Button look="quiet" onClick={onStop}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Exports everything the person has, for another installation of Pathlight or for reading. */
export const ExportSection = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const [history, setHistory] = useState(false)
  const [fetching, setFetching] = useState<Fetching>({ status: 'idle' })
  const abortController = useRef(new AbortController())

  const fetchFile = async (format: Format) => {
    abortController.current = new AbortController()
    setFetching({ status: 'fetching', format, progress: NOTHING_YET })
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const query = new URLSearchParams({
      ...(format === 'json' ? { format, history: String(history) } : { format, language }),
      // If the browser does not know its time zone, the server writes dates in UTC.
      ...(timeZone && { time_zone: timeZone }),
    })
    try {
      const { name, file } = await download(`/api/export?${query}`, abortController.current.signal, (progress) =>
        setFetching({ status: 'fetching', format, progress }),
      )
      saveFile(name, file)
      setFetching({ status: 'idle' })
      say(t('data.exported', { name }))
    } catch (error) {
      setFetching(abortController.current.signal.aborted ? { status: 'idle' } : { status: 'failed', format, error })
    }
  }

  return (
    <section className="grid gap-4" aria-labelledby="data-export">
      <div className="grid gap-1">
        <h2 id="data-export" className="text-lg font-semibold">
          {t('data.export')}
        </h2>
        <p className="text-sm text-muted">{t('data.exportText')}</p>
      </div>
      <div className="grid gap-4 wide:grid-cols-2">
        {(['json', 'markdown'] as const).map((format) => (
          <div key={format} className="flex flex-col gap-3 rounded-md border border-line p-4">
            <h3 className="font-semibold">{t(`data.${format}.title`)}</h3>
            <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
              {(['first', 'second', 'third'] as const).map((line) => (
                <li key={line}>{t(`data.${format}.${line}`)}</li>
              ))}
            </ul>
            {format === 'json' && (
              <label className="flex min-h-11 items-center gap-3 text-sm">
                <input
                  type="checkbox"
                  className="size-5 flex-none"
                  checked={history}
                  onChange={(event) => setHistory(event.target.checked)}
                />
                {t('data.withHistory')}
              </label>
            )}
            <div className="mt-auto grid gap-3">
              {fetching.status === 'failed' && fetching.format === format && (
                <ErrorList errors={[sayProblem(t, fetching.error) ?? t('data.exportFailed')]} />
              )}
              {fetching.status === 'fetching' && fetching.format === format ? (
                <Progress format={format} progress={fetching.progress} onStop={() => abortController.current.abort()} />
              ) : (
                <Button
                  ref={passFocusOn}
                  className="justify-self-start"
                  busy={fetching.status === 'fetching'}
                  onClick={() => void fetchFile(format)}
                >
                  {t(`data.${format}.get`)}
                </Button>
              )}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
