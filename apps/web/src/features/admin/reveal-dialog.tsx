import type { AuditEntry, Revealed } from '@pathlight/contracts/admin.ts'
import { isReason, REASON_MAX } from '@pathlight/contracts/admin-rules.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { sayTime } from './say-entry.ts'

/** The fields of an item that have no words of its owner. */
const NO_WORDS = /(_id|^id|_at|_offset|^revision|^version|^book|^chapter|Chapter|VerseId|^category)$/

/** What was written, each part in a paragraph. */
const wordsOf = (item: object): string[] =>
  Object.entries(item).flatMap(([name, value]) => {
    if (NO_WORDS.test(name) || value === null || value === '') return []
    if (typeof value === 'object') return 'type' in value ? [plainTextOf(value as RichText)] : []
    return [String(value)]
  })

/** Asks for the reason, then shows the words of one revision. They are nowhere but in this window. */
const RevealDialog = ({
  entry,
  chain,
  onClose,
}: {
  entry: AuditEntry
  chain: readonly AuditEntry[]
  onClose: () => void
}) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const revisionId = useId()
  const [reason, setReason] = useState('')
  const [revision, setRevision] = useState(entry.revision)
  const { person, kind, id } = entry
  const revealing = useMutation({
    gcTime: 0,
    mutationFn: () =>
      write<Revealed>('POST', '/api/admin/reveal', { body: { person: person.id, kind, id, revision, reason } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!revealing.isPending) revealing.mutate()
  }
  const { data, error } = revealing
  const words = data && wordsOf(data.item)
  return (
    <Dialog
      onClose={onClose}
      title={t('admin.reveal.title')}
      description={person.name === null ? t('admin.reveal.textClosed') : t('admin.reveal.text', { name: person.name })}
    >
      {words ? (
        <div className="grid gap-4">
          <div role="status" className="grid max-h-[60dvh] gap-3 overflow-y-auto font-scripture leading-relaxed">
            {words.map((paragraph) => (
              <p key={paragraph} className="whitespace-pre-wrap wrap-anywhere">
                {paragraph}
              </p>
            ))}
            {words.length === 0 && <p className="text-muted">{t('admin.reveal.noWords')}</p>}
          </div>
          <Button className="justify-self-end" onClick={onClose}>
            {t('admin.reveal.done')}
          </Button>
        </div>
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <div className="grid gap-1">
            <label htmlFor={revisionId} className="text-sm text-muted">
              {t('admin.reveal.revision')}
            </label>
            <select
              id={revisionId}
              className="field"
              value={revision}
              onChange={(event) => setRevision(Number(event.target.value))}
            >
              {chain.map((one) => (
                <option key={one.position} value={one.revision}>
                  {`${t(`admin.did.${one.action}`)} · ${sayTime(one.at, language)}`}
                </option>
              ))}
            </select>
          </div>
          <TextArea
            label={t('admin.reveal.reason')}
            value={reason}
            rows={3}
            maxLength={REASON_MAX}
            onChange={(event) => setReason(event.target.value)}
          />
          <p className="-mt-3 text-xs text-muted">{t('admin.reveal.reasonHint')}</p>
          {error && (
            <p role="alert" className="text-sm text-danger">
              {sayProblem(t, error) ?? t('admin.reveal.failed')}
            </p>
          )}
          <div className="answers justify-end">
            <Button onClick={onClose}>{t('admin.reveal.cancel')}</Button>
            <Button type="submit" look="primary" disabled={!isReason(reason)} busy={revealing.isPending}>
              {t('admin.reveal.open')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
export default RevealDialog
