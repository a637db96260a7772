import type { User } from '@pathlight/contracts/accounts.ts'
import type { NewShare } from '@pathlight/contracts/share.ts'
import { SHARED_NAME_MAX, type ShareableKind } from '@pathlight/contracts/share-rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/request.ts'
import { formatDate } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import { sharesQuery } from './shares-query.ts'

/** How long a link works, in days; null: until it is taken back. */
const ENDS = { week: 7, month: 30, year: 365, never: null } as const
type End = keyof typeof ENDS
const DAY_MS = 24 * 60 * 60 * 1000

/** The link that was made. It is shown this once. */
const Made = ({ made, title }: { readonly made: NewShare; readonly title: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const link = `${location.origin}/shared/${made.id}#${made.key}`
  const copy = async () => {
    if (await copyText(link)) say(t('links.copied'))
    else say(t('links.notCopied'), 'error')
  }
  return (
    <div className="grid gap-4">
      <p role="status">
        {made.until === null ? t('links.madeForEver') : t('links.made', { date: formatDate(made.until, language) })}
      </p>
      <Field label={t('links.link')} readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className="answers">
        <Button look="primary" onClick={() => void copy()}>
          {t('links.copy')}
        </Button>
        {'share' in navigator && (
          <Button onClick={() => void navigator.share({ url: link, title }).catch(() => undefined)}>
            {t('links.send')}
          </Button>
        )}
      </div>
      <div className="grid justify-items-center">
        <QrCode text={link} label={t('links.code')} />
      </div>
      <p className="text-sm text-muted">{t('links.where')}</p>
    </div>
  )
}

type Props = {
  readonly owner: User
  readonly kind: ShareableKind
  readonly id: string
  readonly title: string
  readonly onClose: () => void
}

/** Makes a link by which everybody who has it reads one item. */
const ShareLinkDialog = ({ owner, kind, id, title, onClose }: Props) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const wide = useMediaQuery(WIDE)
  const followsId = useId()
  const [end, setEnd] = useState<End>('week')
  const [name, setName] = useState('')
  const [follows, setFollows] = useState(true)
  // A repeat after a lost answer makes no second share.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const making = useMutation({
    mutationFn: () => {
      const days = ENDS[end]
      const until = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
      return write<NewShare>('POST', '/api/share', { body: { kind, id, until, follows, name }, idempotencyKey })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: sharesQuery(owner).queryKey }),
  })
  return (
    <Dialog title={t('links.title')} description={title} placement={wide ? 'center' : 'sheet'} onClose={onClose}>
      {making.data ? (
        <Made made={making.data} title={title} />
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            // React passes it on to the editor's form, in which the dialog was opened.
            event.stopPropagation()
            making.mutate()
          }}
        >
          <p className="text-muted">{t('links.text')}</p>
          <Choice label={t('links.until')} value={end} onChange={(next) => setEnd(next as End)}>
            {(Object.keys(ENDS) as End[]).map((one) => (
              <option key={one} value={one}>
                {t(`links.${one}`)}
              </option>
            ))}
          </Choice>
          <Field
            label={t('links.name')}
            hint={t('links.nameHint')}
            maxLength={SHARED_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <label htmlFor={followsId} className="flex min-h-11 items-center gap-3">
            <input
              id={followsId}
              type="checkbox"
              className="size-5 accent-accent"
              checked={follows}
              onChange={(event) => setFollows(event.target.checked)}
            />
            {t('links.follows')}
          </label>
          {making.error && (
            <p role="alert" className="text-danger">
              {sayProblem(t, making.error) ?? t('links.failed')}
            </p>
          )}
          <Button type="submit" look="primary" big busy={making.isPending}>
            {t('links.make')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
export default ShareLinkDialog
