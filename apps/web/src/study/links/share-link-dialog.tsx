import type { User } from '@pathlight/contracts/accounts.ts'
import type { NewShare } from '@pathlight/contracts/share.ts'
import { SHARED_NAME_MAX, type ShareableKind } from '@pathlight/contracts/share-rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeOnce } from '../../api/write-once.ts'
import { dayIn, endOfDay } from '../../locales/day-in.ts'
import { formatDate } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CopiedField } from '../../ui/copied-field.tsx'
import DateField from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'
import { keepKey, linkOf } from './links-here.ts'
import { sharesQuery } from './shares-query.ts'

/** The item to share, and its owner. */
export type Sharing = {
  readonly owner: User
  readonly kind: ShareableKind
  readonly id: string
  readonly title: string
  /** The name that the dialog suggests for the author. */
  readonly name?: string
}

/** How long a link is valid, in days. Null: for ever. `date`: until the end of a day that the person chooses. */
const ENDS = { week: 7, month: 30, date: 0, never: null } as const
type End = keyof typeof ENDS
const DAY_MS = 24 * 60 * 60 * 1000

/** The time at which the link ends (ISO 8601). Null if it never ends. `day`: YYYY-MM-DD, in this device's time zone. */
const endOf = (end: End, day: string, now: number): string | null => {
  const days = ENDS[end]
  if (days === null) return null
  return end === 'date' ? endOfDay(day) : new Date(now + days * DAY_MS).toISOString()
}

const Made = ({ made, title }: { readonly made: NewShare; readonly title: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const link = linkOf(made.id, made.key)
  return (
    <div className="grid gap-4">
      <p role="status">
        {made.until === null ? t('links.madeForEver') : t('links.made', { date: formatDate(made.until, language) })}
      </p>
      <CopiedField label={t('links.link')} value={link} copy={t('links.copy')} copied={t('links.copied')} />
      {'share' in navigator && (
        <Button onClick={() => void navigator.share({ url: link, title }).catch(() => undefined)}>
          {t('links.send')}
        </Button>
      )}
      <div className="grid justify-items-center">
        <QrCode text={link} label={t('links.code')} />
      </div>
      <p className="text-sm text-muted">{t('links.where')}</p>
    </div>
  )
}

/** Makes a link by which everybody who has the link can read one item. */
const ShareLinkDialog = ({
  owner,
  kind,
  id,
  title,
  name: offered = '',
  onClose,
}: Sharing & { onClose: () => void }) => {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const wide = useMediaQuery(WIDE)
  const fields = useId()
  const [end, setEnd] = useState<End>('week')
  const [day, setDay] = useState(() => dayIn(14))
  const [name, setName] = useState(offered)
  const [follows, setFollows] = useState(true)
  // A retry must send the same end, or the server would make a second share after a lost answer.
  const asked = useRef({ what: '', at: 0 })
  const [write] = useState(writeOnce)
  const making = useMutation({
    mutationFn: () => {
      const what = JSON.stringify([end, day, follows, name])
      if (asked.current.what !== what) asked.current = { what, at: Date.now() }
      return write<NewShare>('/api/share', { kind, id, until: endOf(end, day, asked.current.at), follows, name })
    },
    onSuccess: (made) => {
      keepKey(owner.id, made.id, made.key)
      return queries.invalidateQueries({ queryKey: sharesQuery(owner).queryKey })
    },
  })
  return (
    <Dialog title={t('links.title')} description={title} placement={wide ? 'center' : 'sheet'} onClose={onClose}>
      {making.data ? (
        <Made made={making.data} title={title} />
      ) : (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            // React would otherwise pass the event to the editor's form around the dialog.
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
          {end === 'date' && (
            <DateField
              label={t('links.day')}
              required
              min={dayIn(0)}
              day={day}
              onDay={setDay}
              none={t('links.noDay')}
            />
          )}
          <Field
            label={t('links.name')}
            hint={t('links.nameHint')}
            maxLength={SHARED_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <label htmlFor={`${fields}-follows`} className="flex min-h-11 items-center gap-3">
            <input
              id={`${fields}-follows`}
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
