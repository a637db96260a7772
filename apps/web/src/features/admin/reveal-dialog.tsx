import type { AuditEntry, Revealed } from '@pathlight/contracts/admin.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ReasonForm } from './reason-form.tsx'
import { sayTime } from './say-entry.ts'

/** Matches the names of fields that contain no words of the item's owner, such as ids and times. */
const NO_WORDS = /(_id|^id|_at|_offset|^revision|^version|^book|^chapter|Chapter|VerseId|^category|^type|^kind)$/

const isRichText = (value: object): value is RichText => 'type' in value && value.type === 'doc'

/** The words of an item, of a field, or of an object within the item. Each field becomes a paragraph. */
const wordsOf = (value: unknown): readonly string[] => {
  if (value === null || value === '') return []
  if (typeof value !== 'object') return [String(value)]
  if (isRichText(value)) return [plainTextOf(value)]
  return Object.entries(value).flatMap(([name, one]) => (NO_WORDS.test(name) ? [] : wordsOf(one)))
}

type Props = {
  readonly entry: AuditEntry
  /** The item's newest revisions, oldest first. An older `entry` is not in the chain. */
  readonly chain: readonly AuditEntry[]
  readonly onClose: () => void
}

/**
 * A dialog that asks for the reason, then shows the words of one revision. The words are in memory only while the
 * dialog is open.
 */
const RevealDialog = ({ entry, chain, onClose }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const revisionId = useId()
  const [revision, setRevision] = useState(entry.revision)
  const { person, kind, id } = entry
  const revisions = chain.some((one) => one.revision === entry.revision) ? chain : [entry, ...chain]
  const revealing = useMutation({
    gcTime: 0,
    mutationFn: (reason: string) =>
      write<Revealed>('POST', '/api/admin/reveal', { body: { person: person.id, kind, id, revision, reason } }),
  })
  const words = revealing.data && wordsOf(revealing.data.item)
  return (
    <Dialog
      onClose={onClose}
      title={t('admin.reveal.title')}
      description={person.name === null ? t('admin.reveal.textClosed') : t('admin.reveal.text', { name: person.name })}
    >
      {words ? (
        <div className="grid gap-4">
          <div role="status" className="grid max-h-[60dvh] gap-3 overflow-y-auto font-scripture leading-relaxed">
            {words.map((paragraph, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change, and two may be the same
              <p key={n} className="whitespace-pre-wrap wrap-anywhere">
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
        <ReasonForm
          words={{
            label: t('admin.reveal.reason'),
            hint: t('admin.reveal.reasonHint'),
            failed: t('admin.reveal.failed'),
            cancel: t('admin.reveal.cancel'),
            send: t('admin.reveal.open'),
          }}
          error={revealing.error}
          isSending={revealing.isPending}
          onSend={revealing.mutate}
          onClose={onClose}
        >
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
              {revisions.map((one) => (
                <option key={one.position} value={one.revision}>
                  {`${t(`admin.did.${one.action}`)} · ${sayTime(one.at, language)}`}
                </option>
              ))}
            </select>
          </div>
        </ReasonForm>
      )}
    </Dialog>
  )
}
export default RevealDialog
